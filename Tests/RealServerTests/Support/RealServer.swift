import EndpointTesting
import Testing

/// A server that `.ci/real-servers` has started on this machine. Its URL is in an environment variable.
enum RealServer: String, CaseIterable {
    case httpbin = "ENDPOINT_HTTPBIN"
    case nginx = "ENDPOINT_NGINX"

    var url: URL? {
        ProcessInfo.processInfo.environment[rawValue].flatMap { URL(string: $0) }
    }

    /// The client of all tests without limits of their own, which share its connections.
    func client() throws -> URLSessionClient {
        try #require(Self.clients[self])
    }

    func client(limits: URLSessionClient.Limits) throws -> URLSessionClient {
        URLSessionClient(baseURL: try #require(url), limits: limits)
    }

    private static let clients = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { server in
            server.url.map { (server, URLSessionClient(baseURL: $0, limits: .init(deadline: .seconds(60)))) }
        })
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if the servers are not running, as with a plain `swift test`.
    static var realServers: Self {
        .enabled(
            if: RealServer.allCases.allSatisfy { $0.url != nil }, "the servers of .ci/real-servers are not running")
    }
}
