/// Who a URL speaks to (RFC 6454): scheme, host and port. What is meant for one origin is not for another.
public struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String

    /// The port, also when the URL leaves it to the scheme: 80 or 443.
    public let port: Int

    private let name: HostName

    /// The origin of an absolute `http` or `https` URL; nil for any other URL, and for one whose host or port is malformed.
    public init?(_ url: URL) {
        guard let origin = try? Origin(URLReference(url.absoluteString)) else { return nil }
        self = origin
    }

    /// The host in lower case; an IPv6 address stands in brackets.
    public var host: String { name.text }

    /// Whether what is sent there is encrypted.
    public var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine: `localhost` and the names below it, 127.0.0.0/8, or `[::1]`.
    ///
    /// Nothing is looked up: a name that leads to this machine by DNS is not loopback.
    public var isLoopback: Bool { name.isLoopback }
}

extension Origin {
    /// - Throws: ``RequestError`` that says what is wrong with scheme, host or port.
    init(_ reference: URLReference) throws(RequestError) {
        guard let scheme = reference.scheme?.lowercased() else { throw RequestError(.url(reference.text)) }
        guard scheme == "https" || scheme == "http" else { throw RequestError(.scheme(scheme)) }
        guard let text = reference.authority else { throw RequestError(.url(reference.text)) }
        let authority = try Authority(text)
        self.scheme = scheme
        name = authority.host
        port = authority.port ?? Self.defaultPort(scheme)
    }

    private static func defaultPort(_ scheme: String) -> Int {
        scheme == "https" ? 443 : 80
    }
}

extension Origin: CustomStringConvertible {
    /// As it stands in a URL (RFC 6454 §6.2): `https://example.com`, and the port when it is not the default one.
    public var description: String {
        let place = "\(scheme)://\(host)"
        return port == Self.defaultPort(scheme) ? place : "\(place):\(port)"
    }
}
