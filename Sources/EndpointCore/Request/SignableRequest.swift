/// A request as it is about to be sent, for the closure of `client.signing { … }`, which adds a signature to its
/// headers or to its URL.
///
/// All headers that the client sends are there, except those that only the transport sets, such as `Host`, which is
/// that of the URL, and `Content-Length`.
public struct SignableRequest: Sendable {
    /// The method, a token.
    public let method: String

    /// The absolute URL. Its origin has to stay the same.
    public var url: URL

    /// The headers.
    public var headers: HeaderFields

    /// The bytes of the body, read for the signature; nil without a body. Files are read again when they are sent, and
    /// streams are made again. It can be read once.
    public let body: BodyStream?

    /// A request from its parts, for a test of a signature.
    public init(method: String, url: URL, headers: HeaderFields = [:], body: BodyStream? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

extension SignableRequest: DescriptionOnly {
    /// Method and URL, without secrets.
    public var description: String { "\(method) \(Redaction.standard.urlText(url.absoluteString))" }
}
