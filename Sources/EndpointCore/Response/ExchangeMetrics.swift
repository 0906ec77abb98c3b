/// The timings of one exchange with a server, and the connection that it used.
///
/// An exchange starts when the client passes the request to its engine, after the call has left the queue. Each
/// redirect and each attempt is an exchange of its own. The metrics of a response are those of the exchange that it
/// came from, which is the last one of its call.
///
/// A value is nil if the engine does not report it or the phase did not take place: a reused connection needs no DNS
/// lookup, no connect and no TLS handshake. Nothing is estimated.
public struct ExchangeMetrics: Hashable, Sendable {
    /// How long the DNS lookup took.
    public var nameLookup: Duration?

    /// How long it took to open the TCP connection, without the TLS handshake.
    public var connect: Duration?

    /// How long the TLS handshake took. With QUIC, the whole handshake.
    public var tls: Duration?

    /// When the connection was ready and the first byte of the request could be sent, as the time since the exchange
    /// began.
    public var requestStart: Duration?

    /// When the last byte of the request had been sent, as the time since the exchange began.
    public var requestSent: Duration?

    /// When the first byte of the response arrived, as the time since the exchange began.
    public var firstByte: Duration?

    /// When the last byte of the response had arrived, as the time since the exchange began.
    public var total: Duration?

    /// Whether the connection had carried an earlier exchange.
    public var isReusedConnection: Bool?

    /// The version of HTTP in its usual form: `HTTP/1.1`, `HTTP/2`, `HTTP/3`.
    public var httpVersion: String?

    /// The IP address that the client was connected to, without port and brackets: `192.0.2.1`, `2001:db8::1`. With a
    /// proxy it is the address of the proxy.
    public var remoteAddress: String?

    /// Identifies the connection among those that are open at the same time, such as its local port. A later connection
    /// may have the same identifier.
    public var connectionID: String?

    /// The metrics of an exchange; nil means unknown.
    public init(
        nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil, requestStart: Duration? = nil,
        requestSent: Duration? = nil, firstByte: Duration? = nil, total: Duration? = nil,
        isReusedConnection: Bool? = nil, httpVersion: String? = nil, remoteAddress: String? = nil,
        connectionID: String? = nil
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.requestStart = requestStart
        self.requestSent = requestSent
        self.firstByte = firstByte
        self.total = total
        self.isReusedConnection = isReusedConnection
        self.httpVersion = httpVersion
        self.remoteAddress = remoteAddress
        self.connectionID = connectionID
    }
}

extension ExchangeMetrics {
    /// The version of HTTP that an ALPN identifier (RFC 7301) or the text of a HAR file stands for: `h2`, `http/2.0`
    /// and `HTTP/2` are `HTTP/2`. Nil for an empty text and for `unknown`; any other text is not changed.
    package static func httpVersion(_ text: String) -> String? {
        switch text.lowercased() {
        case "", "unknown": nil
        case "http/1.0", "http/1.1": text.uppercased()
        case "h2", "h2c", "http/2", "http/2.0": "HTTP/2"
        case "h3", "http/3", "http/3.0": "HTTP/3"
        default: text
        }
    }
}

extension ExchangeMetrics: CustomStringConvertible {
    /// The known values, on one line:
    /// `DNS lookup 0.004 s, connect 0.010 s, first byte after 0.120 s, total 0.125 s, HTTP/2, new connection`.
    public var description: String {
        let parts = [
            nameLookup.map { "DNS lookup \($0.brief)" }, connect.map { "connect \($0.brief)" },
            tls.map { "TLS \($0.brief)" }, requestSent.map { "request sent after \($0.brief)" },
            firstByte.map { "first byte after \($0.brief)" }, total.map { "total \($0.brief)" }, httpVersion,
            connectionText,
        ].compactMap { $0 }
        return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
    }

    private var connectionText: String? {
        let kind = isReusedConnection.map { $0 ? "kept connection" : "new connection" }
        guard let remoteAddress else { return kind }
        return "\(kind ?? "connection") to \(remoteAddress)"
    }
}
