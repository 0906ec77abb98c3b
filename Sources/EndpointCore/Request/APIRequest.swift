/// One exchange to perform: the argument of a client's `send(_:)`.
///
/// It carries its endpoint, so that a decorator can call the endpoint's ``Endpoint/validate(_:with:)`` or check its
/// type.
public struct APIRequest: Sendable {
    /// Method, URL (perhaps relative), headers, and a small body if there is one.
    public var urlRequest: URLRequest

    /// A body that is not part of ``urlRequest`` because it is large or not in memory.
    public var body: UploadEndpointBody?

    /// The endpoint that made the request.
    public let endpoint: any Endpoint

    /// Called while the body is sent, on an arbitrary thread. It starts from zero again when the body is sent again.
    public var progress: (@Sendable (TransferProgress) -> Void)?

    /// Whether the body of a successful response (2xx) is wanted as a stream; by default it is collected.
    ///
    /// Any other response is always collected, and so is every response of a client without streams.
    public var wantsStream = false

    /// Whether the stream is stored as a file: it has an end, so that it keeps its place among the calls of its origin.
    package var isDownload = false

    /// Whether the client follows redirects. Otherwise a response that redirects is final.
    package var followsRedirects = true

    /// The call's deadline and observers. Copy it if you make a new request for the same call.
    public var context = CallContext()

    /// Whether `Accept` has the value of the kind of endpoint, which one of the environment replaces.
    package private(set) var hasDefaultAccept = false

    /// A request for an endpoint, as `makeAPIRequest()` makes it.
    public init(_ urlRequest: URLRequest, body: UploadEndpointBody? = nil, for endpoint: any Endpoint) {
        self.urlRequest = urlRequest
        self.body = body
        self.endpoint = endpoint
    }
}

extension APIRequest: DescriptionOnly {
    /// Method, URL and endpoint type, without secrets: `GET books/1 BookEndpoint`.
    public var description: String { "\(RequestSummary.methodAndURL(urlRequest, .standard)) \(type(of: endpoint))" }
}

extension APIRequest {
    /// This request with redirects as final responses.
    @_spi(EndpointTool) public var keepingRedirects: APIRequest {
        var request = self
        request.followsRedirects = false
        return request
    }

    /// This request with a collected response, for a client that needs the whole body.
    package var collected: APIRequest {
        var request = self
        request.wantsStream = false
        return request
    }

    /// This request, which asks for a media type unless it has an `Accept` of its own.
    func accepting(_ mediaType: String?) -> APIRequest {
        guard let mediaType, urlRequest.value(forHTTPHeaderField: "Accept") == nil else { return self }
        var request = self
        request.urlRequest.setValue(mediaType, forHTTPHeaderField: "Accept")
        request.hasDefaultAccept = true
        return request
    }

    /// Lets an endpoint validate a response. If a stream is wanted, a response with a 2xx status is validated with an
    /// empty body, even if the client has collected the body, as a mock may do.
    package func validate(_ response: APIResponse, by endpoint: some Endpoint) throws {
        let isHead = wantsStream && (200..<300).contains(response.http.statusCode)
        try endpoint.validate(response.http, with: isHead ? Data() : response.data)
    }
}
