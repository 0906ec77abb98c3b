/// One exchange to perform: what the client's one method takes.
///
/// It still carries its endpoint, so that a client in between can ask the endpoint's own
/// ``Endpoint/validate(_:with:)`` ("is this 200 really a failure?") or recognise it by its type.
public struct APIRequest: Sendable {
    /// Method, URL (perhaps relative), headers, and a small body if there is one.
    public var urlRequest: URLRequest

    /// A body that is kept apart from the request because it is large or not in memory.
    public var body: UploadEndpointBody?

    /// The endpoint that asks.
    public let endpoint: any Endpoint

    /// Told how much of the body has been sent; on an arbitrary thread, and from zero again when the body is sent again.
    public var progress: (@Sendable (UploadProgress) -> Void)?

    /// What the clients around the call tell each other. A client that makes a new request for the same call passes it on.
    public var context = CallContext()

    /// A request for an endpoint, as ``Endpoint/makeAPIRequest()`` makes it.
    public init(_ urlRequest: URLRequest, body: UploadEndpointBody? = nil, for endpoint: any Endpoint) {
        self.urlRequest = urlRequest
        self.body = body
        self.endpoint = endpoint
    }
}

extension APIRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is asked, without secrets: `GET books/1 BookEndpoint`.
    public var description: String { "\(RequestSummary.asking(urlRequest)) \(type(of: endpoint))" }

    public var debugDescription: String { description }

    /// The sentence alone, so that no dump of a request shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension APIRequest {
    /// Whether the endpoint takes a response for a good one, whatever its status.
    package func isAccepted(_ response: APIResponse) -> Bool {
        (try? endpoint.validate(response.http, with: response.data)) != nil
    }
}
