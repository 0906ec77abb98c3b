/// An endpoint that sends a large body, or one that is not in memory: a file, a stream.
///
/// Its body stays apart from the request, so that it can be read piece by piece and anew for each attempt.
public protocol UploadEndpoint: Endpoint {
    /// The request, without a body, and the body: `let (request, body) = try endpoint.makeRequest()`.
    ///
    /// Where the compiler cannot tell this from the request alone, ask for ``Endpoint/makeAPIRequest()``, which has both.
    func makeRequest() throws -> (URLRequest, UploadEndpointBody)
}

extension UploadEndpoint {
    /// The request alone.
    public func makeRequest() throws -> URLRequest {
        let (request, _): (URLRequest, UploadEndpointBody) = try makeRequest()
        return request
    }

    public func makeAPIRequest() throws -> APIRequest {
        var (request, body): (URLRequest, UploadEndpointBody) = try makeRequest()
        if case .multipart(let form) = body { request.declare(form) }
        return APIRequest(request, body: body, for: self)
    }
}

extension UploadEndpoint where Content == Void {
    /// Reads nothing.
    public func content(from response: URLResponse?, with body: Data) throws {}
}

extension URLRequest {
    /// Says where the parts of a form end, unless the request already does: a server cannot read the form without it.
    fileprivate mutating func declare(_ form: Multipart) {
        if value(forHTTPHeaderField: "Content-Type")?.contains(form.boundary) != true {
            setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        }
    }
}
