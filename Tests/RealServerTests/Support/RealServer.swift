import EndpointTesting
import Testing

/// A server that `.ci/real-servers` has started on this machine, and named in the environment.
enum RealServer: String, CaseIterable {
    case httpbin = "ENDPOINT_HTTPBIN"
    case nginx = "ENDPOINT_NGINX"

    var url: URL? {
        ProcessInfo.processInfo.environment[rawValue].flatMap { URL(string: $0) }
    }

    func client(limits: URLSessionClient.Limits = .init(deadline: .seconds(60))) throws -> URLSessionClient {
        URLSessionClient(baseURL: try #require(url), limits: limits)
    }
}

extension Trait where Self == ConditionTrait {
    /// Needs the servers. Without them the plain `swift test` stays on its own.
    static var realServers: Self {
        .enabled(
            if: RealServer.allCases.allSatisfy { $0.url != nil }, "the servers of .ci/real-servers are not running")
    }
}
