/// An endpoint that sends a large body, or a body that is not in memory: a file, a stream or a form with files.
///
/// The body is not part of the `URLRequest`, so that each attempt can read it in pieces from the start.
public protocol UploadEndpoint: Endpoint {
    /// The request, without a body, and the body: `let (request, body) = try endpoint.makeRequest()`.
    ///
    /// Where the compiler cannot choose between this method and the one that returns the request alone, call
    /// `makeAPIRequest()`, which returns both.
    func makeRequest() throws -> (URLRequest, UploadEndpointBody)
}

extension UploadEndpoint {
    /// The request without its body.
    public func makeRequest() throws -> URLRequest {
        let (request, _): (URLRequest, UploadEndpointBody) = try makeRequest()
        return request
    }

    @_documentation(visibility: internal)
    public func makeAPIRequest() throws -> APIRequest {
        var (request, body): (URLRequest, UploadEndpointBody) = try makeRequest()
        if case .multipart(let form) = body { request.setContentType(of: form) }
        return APIRequest(request, body: body, for: self).accepting(Self.acceptedType)
    }
}

extension UploadEndpoint where Content == Void {
    /// Ignores the body of the response.
    public func content(from response: URLResponse?, with body: Data) throws {}
}

extension URLRequest {
    /// Sets the `Content-Type` of a form, unless the request has one with the form's boundary. The server needs the
    /// boundary to read the form.
    fileprivate mutating func setContentType(of form: Multipart) {
        if value(forHTTPHeaderField: "Content-Type")?.contains(form.boundary) != true {
            setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        }
    }
}

/// The body of an ``UploadEndpoint``.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum UploadEndpointBody: Sendable {
    /// Bytes in memory.
    case data(Data)

    /// The bytes of a local file, read in pieces. Its length is determined when the request is sent.
    case file(URL)

    /// A stream. The argument is evaluated again for every attempt.
    ///
    /// With a `length` in bytes, exactly that many bytes are sent, and a shorter stream is an error; without it, the
    /// body is sent in chunks.
    ///
    /// A read that waits cannot be interrupted. `CURLClient` reads each stream on a thread of its own, never on one of
    /// Swift concurrency: after a cancellation that thread ends when its read returns, and a client with 256 such
    /// threads reads no further stream. `PipeInputStream` waits for a pipe or a socket and keeps no thread. With
    /// `URLSessionClient` on Linux the stream must not wait, because one queue serves all sessions of a process.
    case stream(@autoclosure @Sendable () -> InputStream, length: Int64? = nil)

    /// A form whose files are read in pieces. The `Content-Type` with the boundary is set automatically.
    case multipart(Multipart)
}
