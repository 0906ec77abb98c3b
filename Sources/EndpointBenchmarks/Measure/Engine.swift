import EndpointTesting

/// The clients for real servers, for benchmarks that can use any of them: `--engine urlsession|curl`.
enum Engine: String, CaseIterable, Sendable {
    case urlsession, curl

    /// Reads the option; without it, the client that suits the platform.
    init(_ arguments: inout Arguments) throws {
        guard let text = try arguments.value("--engine") else {
            self = Self.live
            return
        }
        guard let engine = Engine(rawValue: text) else { throw UsageError("--engine takes urlsession or curl.") }
        self = engine
    }

    /// The name of the client.
    var clientName: String {
        switch self {
        case .urlsession: "URLSessionClient"
        case .curl: "CURLClient"
        }
    }

    #if os(Linux)
        private static let live = Engine.curl

        /// The engines of this platform.
        static let available = Engine.allCases

        /// A client of this engine, which speaks HTTP/2 over TLS where the server does.
        func client(
            _ baseURL: URL, limits: ClientLimits = ClientLimits(), trusting authorities: URL? = nil
        ) -> EngineClient {
            switch self {
            case .urlsession:
                let client = URLSessionClient(baseURL: baseURL, limits: limits)
                return EngineClient(client: client) { client.callsUnderWay }
            case .curl:
                let client = CURLClient(
                    baseURL: baseURL, limits: limits,
                    options: .init(certificateAuthorities: authorities, http2: .always))
                return EngineClient(client: client) { client.callsUnderWay }
            }
        }
    #else
        private static let live = Engine.urlsession

        static let available = [Engine.urlsession]

        func client(
            _ baseURL: URL, limits: ClientLimits = ClientLimits(), trusting authorities: URL? = nil
        ) -> EngineClient {
            let client = URLSessionClient(baseURL: baseURL, limits: limits)
            return EngineClient(client: client) { client.callsUnderWay }
        }
    #endif
}

/// A client of one of the engines, and the number of calls in its tables.
struct EngineClient: APIClient {
    let client: any APIClient
    private let count: @Sendable () -> Int

    init(client: any APIClient, count: @escaping @Sendable () -> Int) {
        (self.client, self.count) = (client, count)
    }

    /// The number of entries in all tables of the client.
    var callsUnderWay: Int { count() }

    func send(_ request: APIRequest) async throws -> APIResponse { try await client.send(request) }
}
