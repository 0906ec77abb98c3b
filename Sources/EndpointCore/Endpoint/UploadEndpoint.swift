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

/// What an ``UploadEndpoint`` sends.
public enum UploadEndpointBody: Sendable {
    /// Bytes in memory.
    case data(Data)

    /// The bytes of a local file, read piece by piece. Its length is taken when the request is sent.
    case file(URL)

    /// A stream, made anew for every attempt: the argument is evaluated each time, never kept.
    ///
    /// With a `length`, exactly that many bytes are sent and a stream that holds fewer is an error; without one the body is
    /// sent in chunks. On Linux one queue serves all sessions of a process, so a stream must not block: memory or a
    /// local file, never a pipe or a socket.
    case stream(@autoclosure @Sendable () -> InputStream, length: Int64? = nil)

    /// A form whose files are read piece by piece. The request gets its `Content-Type`, boundary and all, by itself.
    case multipart(Multipart)
}

/// How much of a body has been sent.
public struct UploadProgress: Hashable, Sendable {
    /// Bytes handed to the network so far.
    public let sent: Int64

    /// Bytes in all, or nil when the length of the body is not known.
    public let total: Int64?

    /// A moment of an upload.
    public init(sent: Int64, total: Int64?) {
        self.sent = sent
        self.total = total
    }

    /// From 0 to 1; nil when the length of the body is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(sent) / Double(total)) : 1
    }
}
