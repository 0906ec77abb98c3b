import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// The clients for real servers of this platform. Their common behaviour is tested with each of them.
enum Engine: String, CaseIterable, Sendable {
    case urlSession
    #if os(Linux)
        case curl
    #endif

    /// `URLSession` is tested with the system's libcurl only.
    static var allCases: [Engine] {
        #if os(Linux)
            OtherLibcurl.isLoaded ? [.curl] : [.urlSession, .curl]
        #else
            [.urlSession]
        #endif
    }

    /// A client of this engine for an API below a URL.
    func client(
        baseURL: URL, headers: HeaderFields = [:], limits: ClientLimits = ClientLimits(),
        redaction: Redaction = .standard, time: TimeSource = .system
    ) -> LiveTestClient {
        switch self {
        case .urlSession:
            LiveTestClient(
                base: URLSessionClient(
                    baseURL: baseURL, headers: headers, limits: limits, redaction: redaction, time: time))
        #if os(Linux)
            case .curl:
                LiveTestClient(
                    base: CURLClient(
                        baseURL: baseURL, headers: headers, limits: limits, redaction: redaction, time: time))
        #endif
        }
    }

    /// How a client of this engine for a host describes itself.
    func description(of host: String) -> String {
        self == .urlSession ? "URLSession(\(host))" : "CURL(\(host))"
    }

    /// A client of this engine for a server of a test.
    func client(
        _ server: LoopbackServer, limits: ClientLimits = .patient, time: TimeSource = .system
    ) -> LiveTestClient {
        client(baseURL: server.url.appendingPathComponent("v1"), limits: limits, time: time)
    }
}

extension ClientLimits {
    /// Limits that are not reached where the other tests take all threads for a minute, on which a server makes the
    /// pieces of a stream.
    static let patient = ClientLimits(idle: .seconds(600))
}

/// A client for real servers, with the figures that tests wait for.
protocol InspectableClient: APIClient {
    var callsUnderWay: Int { get }
    var callsWaiting: Int { get }
}

extension EngineClient: InspectableClient {}

extension InspectableClient {
    /// The raw answer to a GET.
    func get(_ path: URLPath) async throws -> APIResponse {
        let request = try URLRequest.get(path)
        return try await send(APIRequest(request, for: RawEndpoint(request)))
    }

    /// Returns when this many calls wait in the queue.
    func hasWaiting(_ count: Int) async {
        while callsWaiting < count { await Task.yield() }
    }

    /// Returns when no entry of a call is left in the client's tables.
    func isIdle() async {
        while callsUnderWay > 0 { await Task.yield() }
    }
}

/// A client of any ``Engine``, so that one test can use both.
struct LiveTestClient: InspectableClient {
    let base: any InspectableClient

    var traits: ClientTraits { base.traits }
    var callsUnderWay: Int { base.callsUnderWay }
    var callsWaiting: Int { base.callsWaiting }

    func send(_ request: APIRequest) async throws -> APIResponse { try await base.send(request) }
}
