import EndpointTesting
import TestSupport
import Testing

#if os(Linux)
    @testable import EndpointClient
#endif

/// A server that `.ci/real-servers` has started on this machine. Its port is in a file of the script's folder.
enum RealServer: String, CaseIterable {
    case httpbin, nginx
    /// nginx with a certificate that the system trusts: HTTP/1.1 and HTTP/2.
    case tls, http2
    /// Another nginx, HTTP/2 over TLS, which closes its connections often.
    case restless
    /// nginx with certificates that no client may accept.
    case unknown, expired, elsewhere, selfsigned
    /// nginx with TLS 1.0 only.
    case tls10
    /// nginx without TLS, on an address of IPv6.
    case ipv6
    /// httpbin over TLS for clients with a certificate of the private authority.
    case mutual
    /// The same with TLS 1.2 alone.
    case mutual12
    /// The HTTP/2 server in `frames.py`.
    case frames
    /// The server in `hostile.py`, which breaks the rules: HTTP/1.1 and HTTP/2 over TLS.
    case hostile1, hostile2

    /// The folder of the script; nil with a plain `swift test`.
    static let folder = ProcessInfo.processInfo.environment["ENDPOINT_REAL_SERVERS"].map { URL(fileURLWithPath: $0) }

    /// A file of the script's folder.
    static func file(_ name: String) throws -> URL {
        try #require(folder).appendingPathComponent(name)
    }

    var url: URL? { url(host: self == .ipv6 ? "[::1]" : isSecure ? "localhost" : "127.0.0.1") }

    /// The server by another of its names.
    func url(host: String) -> URL? {
        guard let file = Self.folder?.appendingPathComponent("\(rawValue).port"),
            let port = try? String(contentsOf: file, encoding: .utf8)
        else { return nil }
        return URL(string: "\(isSecure ? "https" : "http")://\(host):\(port)")
    }

    private var isSecure: Bool { ![.httpbin, .nginx, .ipv6].contains(self) }

    /// The client of all tests without limits of their own, which share its connections.
    func client() throws -> any APIClient {
        try #require(Self.clients[self])
    }

    func client(limits: ClientLimits) throws -> any APIClient {
        ClientKind.current.client(baseURL: try #require(url), limits: limits)
    }

    /// nginx over TLS with the protocols that the client can be relied on to use for many calls at a time.
    static var underLoad: [RealServer] { hasReliableHTTP2 ? [.tls, .http2] : [.tls] }

    /// Whether many calls at a time may use HTTP/2: not with libcurl before 8.5, which loses bytes, responses and ends
    /// of streams then. The client uses it there only if its options say `.always`, as those of these tests do.
    static var hasReliableHTTP2: Bool {
        #if os(Linux)
            if ClientKind.current == .curl { return (try? CURLLibrary.shared.get())?.endsHTTP2Reliably == true }
        #endif
        return true
    }

    private static let clients: [RealServer: any APIClient] = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { server in
            server.url.map { (server, ClientKind.current.client(baseURL: $0)) }
        })
}

/// The client under test. `.ci/real-servers` runs all tests with each.
enum ClientKind: String {
    case urlSession = "URLSessionClient"
    case curl = "CURLClient"

    /// The kind that `ENDPOINT_CLIENT` names; that of `LiveClient` if it names none.
    static let current: ClientKind = {
        #if os(Linux)
            let live = ClientKind.curl
        #else
            let live = ClientKind.urlSession
        #endif
        return ProcessInfo.processInfo.environment["ENDPOINT_CLIENT"].flatMap(ClientKind.init) ?? live
    }()

    /// A client that uses HTTP/2 with every libcurl. By default its limits are not reached on a busy machine.
    func client(
        baseURL: URL, limits: ClientLimits = .init(deadline: .seconds(600), idle: .seconds(600))
    ) -> any APIClient {
        #if os(Linux)
            if self == .curl {
                return CURLClient(baseURL: baseURL, limits: limits, options: .init(http2: .always))
            }
        #endif
        return URLSessionClient(baseURL: baseURL, limits: limits)
    }

    func client(environment: some APIEnvironment) -> any APIClient {
        #if os(Linux)
            if self == .curl { return CURLClient(environment: environment) }
        #endif
        return URLSessionClient(environment: environment)
    }
}

/// An API below a URL, which may have no TLS.
struct RealEnvironment: APIEnvironment {
    let baseURL: URL
    var allowsInsecureConnections: Bool { true }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if the servers are not running, as with a plain `swift test`.
    static var realServers: Self {
        .enabled(if: RealServer.folder != nil, "the servers of .ci/real-servers are not running")
    }

    /// Skips tests of many calls over HTTP/2 where it is not reliable. `.ci/libcurl-versions` runs them with newer
    /// versions of libcurl.
    static var reliableHTTP2: Self {
        .enabled(if: RealServer.hasReliableHTTP2, "HTTP/2 of this libcurl is not reliable")
    }

    /// Skips tests that HTTP/2 of each libcurl passes if no other test runs, unless `.ci/libcurl-versions` runs them.
    static var http2Alone: Self {
        .enabled(
            if: OtherLibcurl.isLoaded || RealServer.hasReliableHTTP2, "HTTP/2 of this libcurl is not reliable")
    }

    /// Skips tests of what only one of the clients can do.
    static func only(_ kind: ClientKind) -> Self {
        .enabled(if: RealServer.folder != nil && ClientKind.current == kind, "a test of \(kind.rawValue) alone")
    }
}
