import EndpointTesting
import Testing

@testable import EndpointClient

/// The Swift half of `.ci/event-judge`: reads the event streams of its server, and posts what it has found. It is
/// skipped without the server.
@Suite(.enabled(if: server != nil), .timeLimit(.minutes(5))) struct EventJudgeTests {
    private static let policy = ReconnectionPolicy(
        base: .zero, cap: .zero, shortestRetry: .zero, longestRetry: .milliseconds(10))

    @Test(arguments: Engine.allCases)
    func `the streams of the event judge are read as a browser reads them`(engine: Engine) async throws {
        let client = ChunkCountingClient(base: engine.client(baseURL: try #require(server)), chunks: Locked(0))
        let bodies = try await client.request(CasesEndpoint())
        var found: [[[String]]] = []
        for (number, count) in bodies.enumerated() {
            let endpoint = CaseEndpoint(reader: engine.rawValue, number: number)
            let stream =
                count > 1
                ? client.stream(endpoint, reconnecting: Self.policy, time: .system.drawing { 0 })
                : client.stream(endpoint)
            var events: [[String]] = []
            for try await event in stream { events.append([event.type, event.data, event.id]) }
            found.append(events)
        }
        try await client.request(FoundEndpoint(reader: engine.rawValue, events: found))
        let chunks = client.chunks.withLock { $0 }
        #expect(!bodies.isEmpty && chunks > 4 * bodies.count, "the bodies have not come in pieces")
    }
}

private let server = ProcessInfo.processInfo.environment["ENDPOINT_EVENT_JUDGE"].flatMap { URL(string: $0) }

/// How many bodies each stream has.
private struct CasesEndpoint: JsonEndpoint {
    typealias Content = [Int]

    func makeRequest() throws -> URLRequest { try .get("cases") }
}

private struct CaseEndpoint: EventStreamEndpoint {
    typealias Content = ServerSentEvent

    let reader: String
    let number: Int

    func makeRequest() throws -> URLRequest { try .get("\(reader)/\(number)") }
}

/// Posts the events of each stream.
private struct FoundEndpoint: VoidEndpoint {
    let reader: String
    let events: [[[String]]]

    func makeRequest() throws -> URLRequest { try .post("\(reader)", body: .json(events)) }
}

/// Counts the chunks of all bodies.
private struct ChunkCountingClient: APIClient {
    let base: any APIClient
    let chunks: Locked<Int>

    func send(_ request: APIRequest) async throws -> APIResponse {
        var response = try await base.send(request)
        guard case .stream(let stream) = response.body else { return response }
        response.body = .stream(
            stream.observed { _ in
            } onChunk: { _ in
                chunks.withLock { $0 += 1 }
            })
        return response
    }
}
