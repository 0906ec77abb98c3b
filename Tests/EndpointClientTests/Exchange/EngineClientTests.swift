import EndpointTesting
import Testing

@testable import EndpointClient

/// The rules that all transports share, with a transport that a test controls.
@Suite struct EngineClientTests {
    private enum Scripted {}

    private final class ScriptedTransport: Transport {
        typealias Start = (exchange: Exchange, done: @Sendable () -> Void)

        private let starts = Locked<[Start]>([])
        private let tally = Tally()

        let name = "Scripted"
        let limitsConnecting = false
        let addedHeaders: HeaderFields = [:]

        var startCount: Int { tally.count }

        func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void) {
            starts.withLock { $0.append((exchange, done)) }
            tally.add()
        }

        /// The exchange with this number, from 1, once it has started.
        func start(_ number: Int) async throws -> Start {
            try await tally.reached(number)
            return starts.withLock { $0[number - 1] }
        }
    }

    private let clock = TestClock()
    private let transport = ScriptedTransport()

    private func client(_ limits: ClientLimits = ClientLimits(deadline: nil, idle: nil)) throws
        -> EngineClient<Scripted>
    {
        let base = try #require(URL(string: "http://127.0.0.1/v1"))
        return EngineClient(
            RequestResolver(baseURL: base), limits: limits, redaction: .standard, time: clock.time,
            transport: transport)
    }

    private func request() throws -> APIRequest {
        let get = try URLRequest.get("x")
        return APIRequest(get, for: RawEndpoint(get))
    }

    @Test func `an exchange is counted until the transport is done with it`() async throws {
        let (client, request) = (try client(), try request())
        let call = Task { try await client.send(request) }
        let (exchange, done) = try await transport.start(1)
        #expect(client.callsUnderWay == 2)
        exchange.complete(.success(APIResponse(http: try #require(.plain(204, for: exchange)), body: .data(Data()))))
        #expect(try await call.value.http.statusCode == 204)
        #expect(client.callsUnderWay == 1)
        done()
        #expect(client.callsUnderWay == 0)
    }

    @Test func `the slot of a cancelled call is free at once, before the transport is done with it`() async throws {
        let (client, request) = (try client(ClientLimits(concurrentCallsPerOrigin: 1)), try request())
        let call = Task { try await client.send(request) }
        let (exchange, _) = try await transport.start(1)
        let stops = Tally()
        exchange.onStop { stops.add() }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stops.count == 1)
        let next = Task { try await client.send(request) }
        _ = try await transport.start(2)
        next.cancel()
        await #expect(throws: CancellationError.self) { try await next.value }
    }

    @Test func `an error begins with what was asked and has the URL`() async throws {
        let (client, request) = (try client(), try request())
        let call = Task { try await client.send(request) }
        try await transport.start(1).exchange.complete(
            .failure(URLError(.cannotConnectToHost, description: "Refused.")))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.localizedDescription == "GET /v1/x → Refused.")
        #expect(error?.failingURL?.absoluteString == "http://127.0.0.1/v1/x")
    }

    @Test func `the deadline counts for all redirects, and the idle time for each exchange`() async throws {
        let client = try client(ClientLimits(deadline: .seconds(60), idle: .seconds(50)))
        let request = try request()
        let call = Task { try await client.send(request) }
        let (first, done) = try await transport.start(1)
        clock.advance(by: .seconds(40))
        let redirect = HTTPURLResponse(
            url: first.request.url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/y"])
        first.complete(.success(APIResponse(http: try #require(redirect), body: .data(Data()))))
        done()
        let second = try await transport.start(2).exchange
        #expect(second.request.url.path == "/y")
        #expect(second.expire(at: .seconds(59)) == .seconds(60))
        #expect(second.expire(at: .seconds(60)) == nil)
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(
            error?.localizedDescription == "GET /v1/x → The call took longer than 60 s, the client's limit `deadline`.")
    }

    @Test func `a request that must not be sent doesn't reach the transport`() async throws {
        let client = try client()
        let get = URLRequest(url: try #require(URL(string: "../admin")))
        await #expect(throws: RequestError.self) { try await client.send(APIRequest(get, for: RawEndpoint(get))) }
        #expect(transport.startCount == 0)
        #expect(client.callsUnderWay == 0)
    }
}
