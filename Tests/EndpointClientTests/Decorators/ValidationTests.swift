import EndpointTesting
import Testing

/// Decorators and logs ask an endpoint whether it accepts a response. It is asked once for all of them, and once by the
/// caller.
@Suite struct ValidationTests {
    private struct CountingEndpoint: VoidEndpoint {
        let validations: Tally
        var method = HTTPMethod.get
        var accepted = 200..<300

        func makeRequest() throws -> URLRequest { try URLRequest(method, "books") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            validations.add()
            try HTTPError.check(response, with: body, accepting: accepted)
        }
    }

    /// Everything that `standard` has, switched on, and more watchers around it.
    private func decorated(_ client: some APIClient) -> any APIClient {
        let clock = TestClock()
        return client.standard { stack in
            stack.log = LogSink { _ in }
            stack.logDetails = [.commands, .headers, .bodies, .timings]
            stack.meter = { _ = $0.level }
            stack.fallback = MockClient { try .answer(404, to: $0) }
            stack.traceParent = { nil }
            stack.adapt = { _ in }
            stack.credential = .refreshing(
                RefreshingCredential(ExpiringCredential(.bearer("t")), time: clock.time) { _ in
                    ExpiringCredential(.bearer("u"))
                })
            stack.breaker = .standard
            stack.retry = RetryPolicy(base: .zero, overloadBase: .zero)
            stack.time = clock.time
        }
        .metering { _ = $0.level }.logging(to: LogSink { _ in }.from(.info))
    }

    @Test(arguments: [(200, HTTPMethod.get), (201, .post), (404, .get), (503, .post), (401, .get)])
    func `an endpoint validates a response at most twice, however its client is decorated`(
        status: Int, method: HTTPMethod
    ) async throws {
        let endpoint = CountingEndpoint(validations: Tally(), method: method)
        let mock = MockClient { try .answer(status, to: $0) }
        let client = decorated(mock)
        _ = try? await client.request(endpoint)
        await client.flush()
        #expect((1...2).contains(endpoint.validations.count))
        #expect(mock.requests.count == (status == 401 ? 2 : 1))
    }

    @Test func `an accepted response with a failing status is validated at most twice`() async throws {
        let endpoint = CountingEndpoint(validations: Tally(), accepted: 200..<600)
        let mock = MockClient { try .answer(503, to: $0) }
        let client = decorated(mock)
        try await client.request(endpoint)
        await client.flush()
        #expect(endpoint.validations.count == 2)
        #expect(mock.requests.count == 1)
    }

    @Test func `each answer of a call that is tried again is validated once, and the last one twice`() async throws {
        let endpoint = CountingEndpoint(validations: Tally())
        let server = MoodyServer()
        let client = MockClient(server.answer).retryingAtOnce()
            .fallingBack { _ in throw URLError(.unknown) }.logging(to: LogSink { _ in })
        await #expect(throws: URLError.self) { try await client.request(endpoint) }
        #expect(endpoint.validations.count == 3)
        #expect(server.requests.count == 3)
    }

    @Test func `an answer that a decorator has changed is validated again`() async throws {
        struct Repairing: ClientDecorator {
            let upstream: any APIClient

            func send(_ request: APIRequest) async throws -> APIResponse {
                var response = try await upstream.send(request)
                response.http = try APIResponse.answer(200, to: request).http
                return response
            }
        }
        let endpoint = CountingEndpoint(validations: Tally())
        let levels = Locked<[LogLevel]>([])
        let client = Repairing(upstream: MockClient { try .answer(503, to: $0) }.metering { _ in })
            .metering { event in levels.withLock { $0.append(event.level) } }
        try await client.request(endpoint)
        #expect(levels.withLock { $0 } == [.debug, .info])
    }
}
