/// The URL of an API, below which relative requests are resolved.
///
/// ```swift
/// let base = BaseURL(URL(string: "https://api.example.com/v1?key=1")!)
/// let url = try base.resolve(URL(string: "books?page=2")!)  // https://api.example.com/v1/books?key=1&page=2
/// ```
///
/// Unlike RFC 3986, the base keeps its whole path, with or without a trailing slash, and its query; and a relative
/// request never leaves it: `books`, `/books` and `./books` are the same, `//evil/books` and `../books` are rejected.
/// An absolute `http` or `https` URL replaces the base.
package struct BaseURL: Hashable, Sendable {
    /// Nil without a base URL.
    private let root: Result<Root, RequestError>?

    /// A base from its URL. With one that cannot be a base, every ``resolve(_:allowsInsecureConnections:)`` throws;
    /// with nil, that of each relative request.
    package init(_ url: URL?) {
        guard let url else {
            root = nil
            return
        }
        let reference = URLReference(url.absoluteString)
        root = Result { () throws(RequestError) in
            guard reference.scheme != nil, !reference.hasHostForScheme else {
                throw RequestError(.missingScheme(reference.text))
            }
            return try Root(reference)
        }
    }

    /// The origin of the base; nil if the URL cannot be a base.
    package var origin: Origin? {
        try? root?.get().origin
    }

    /// The host in lower case; empty if the URL cannot be a base.
    package var host: String { origin?.host ?? "" }

    /// The absolute URL of a request, without a fragment.
    ///
    /// An empty URL and `.` are the base itself. Dot segments are removed. The items of the base's query precede a
    /// relative request's own; an absolute request has only its own.
    ///
    /// `http` without TLS is sent only to this machine, unless `allowsInsecureConnections`.
    ///
    /// - Throws: `RequestError` when the base cannot be one, when the request would leave it, or when an absolute URL
    ///   is not `http` or `https`, has a malformed host, or contains user information, which would be sent as a
    ///   password.
    package func resolve(_ request: URL, allowsInsecureConnections: Bool = false) throws(RequestError) -> URL {
        let root = try root?.get()
        let reference = URLReference(request.absoluteString)
        guard reference.scheme == nil else {
            let target = try Root(reference)
            return try Self.url(target.text, at: target, allowsInsecureConnections)
        }
        guard let root else { throw RequestError(.relative(reference.text)) }
        return try Self.url(root.text(below: reference), at: root, allowsInsecureConnections)
    }

    /// Foundation silently encodes characters that it considers illegal; then the URL would differ from the one that
    /// was checked.
    private static func url(_ text: String, at target: Root, _ isInsecureAllowed: Bool) throws(RequestError) -> URL {
        guard target.isProtected || isInsecureAllowed else { throw RequestError(.insecure(text)) }
        guard let url = URL(string: text), url.absoluteString == text else { throw RequestError(.url(text)) }
        return url
    }

    /// An absolute URL, split once, so that resolving a request only joins strings.
    struct Root: Hashable, Sendable {
        let origin: Origin

        /// Whether the connection is encrypted or does not leave this machine.
        let isProtected: Bool

        private let place: String
        private let query: String

        init(_ reference: URLReference) throws(RequestError) {
            origin = try Origin(reference)
            isProtected = origin.isSecure || origin.isLoopback
            guard reference.authority?.utf8.contains(UInt8(ascii: "@")) == false else {
                throw RequestError(.url("\(origin.scheme)://***@\(origin.host)\(reference.path)"))
            }
            place = origin.description + URLReference.removingDotSegments(reference.path)
            query = reference.query.map { "?" + $0 } ?? ""
        }

        /// The URL without its fragment.
        var text: String { place + query }

        /// The URL of a relative reference below this one.
        func text(below reference: URLReference) throws(RequestError) -> String {
            let isRooted = reference.path.utf8.first == UInt8(ascii: "/")
            let segments = PathSegments(isRooted ? Substring(reference.path.utf8.dropFirst()) : reference.path)
            guard reference.authority == nil, !segments.escapesStart, !segments.hasEncodedDots else {
                throw RequestError(.escapesBase(reference.text, base: text))
            }
            var text = place
            if !reference.path.isEmpty, reference.path != "." {
                if text.utf8.last != UInt8(ascii: "/") { text += "/" }
                text += segments.text
            }
            append(reference.query, to: &text)
            return text
        }

        /// Adds both queries, this URL's first.
        private func append(_ other: Substring?, to text: inout String) {
            if query.utf8.count > 1 { text += query }
            guard let other, !other.isEmpty else { return }
            text += query.utf8.count > 1 ? "&" : "?"
            text += other
        }
    }
}

extension URLReference {
    /// Whether the part before the colon is a host, as in `localhost:8080/v1` and `db:9200`: a number follows it. No
    /// base URL is a telephone number.
    fileprivate var hasHostForScheme: Bool {
        guard scheme != nil, authority == nil else { return false }
        let port = path.prefix { $0 != "/" }
        return UInt16(port) != nil && port.utf8.allSatisfy(\.isDigit)
    }
}
