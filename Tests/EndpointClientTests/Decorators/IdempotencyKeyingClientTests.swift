import EndpointTesting
import Testing

@Suite struct IdempotencyKeyingClientTests {
    private struct PayEndpoint: VoidEndpoint, IdempotencyKeyedEndpoint {
        var headers: HeaderFields = [:]

        func makeRequest() throws -> URLRequest { try URLRequest(.post, "payments", headers: headers) }
    }

    private static func numbers() -> @Sendable () -> String {
        let tally = Tally()
        return { "k\(tally.add())" }
    }

    @Test func `each call has an idempotency key of its own`() async throws {
        let mock = MockClient { On(PayEndpoint.self).reply().anyTimes() }
        let client = mock.addingIdempotencyKeys(makeKey: Self.numbers())
        for _ in 0..<2 { try await client.request(PayEndpoint()) }
        #expect(mock.headers("Idempotency-Key") == ["k1", "k2"])
    }

    private enum Shop: Route, IdempotencyKeyedEndpoint {
        case order

        var path: URLPath { "orders" }
        var method: HTTPMethod { .post }
    }

    @Test func `a route that is read as(_:) another type has a key too`() async throws {
        let mock = MockClient { On(Shop.self).reply(json: "7") }
        let client = mock.addingIdempotencyKeys(makeKey: Self.numbers())
        #expect(try await client.request(Shop.order.as(Int.self)) == 7)
        #expect(mock.headers("Idempotency-Key") == ["k1"])
        #expect(mock.calls(Shop.self) == [.order])
    }

    @Test func `all attempts of a call have the same key, so that even a POST is retried`() async throws {
        let mock = MockClient { On(PayEndpoint.self).status(503).fail(.timedOut).then(.status(204)) }
        try await mock.retryingAtOnce().addingIdempotencyKeys(makeKey: Self.numbers()).request(PayEndpoint())
        #expect(mock.headers("Idempotency-Key") == ["k1", "k1", "k1"])
    }

    @Test func `a key is a new UUID by default, written as a structured field string`() async throws {
        let mock = MockClient { On(PayEndpoint.self).reply().anyTimes() }
        for _ in 0..<2 { try await mock.addingIdempotencyKeys().request(PayEndpoint()) }
        let keys = mock.headers("Idempotency-Key").compactMap { $0 }
        #expect(keys.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
        #expect(Set(keys.compactMap { UUID(uuidString: String($0.dropFirst().dropLast())) }).count == 2)
    }

    @Test func `a stack makes its keys with the given closure`() async throws {
        let mock = MockClient { On(PayEndpoint.self).reply() }, makeKey = Self.numbers()
        try await mock.standard { $0.makeIdempotencyKey = makeKey }.request(PayEndpoint())
        #expect(mock.headers("Idempotency-Key") == ["k1"])
    }

    @Test func `a keyed POST of a stack falls back with the same key`() async throws {
        let mock = MockClient { On(PayEndpoint.self).fail(.reset).anyTimes() }
        let mirror = MockClient { On(PayEndpoint.self).reply() }
        let client = mock.standard {
            $0.time = TimeSource(LeapingClock(clock: TestClock()))
            $0.fallback = mirror
        }
        try await client.request(PayEndpoint())
        #expect(mirror.headers("Idempotency-Key") == mock.headers("Idempotency-Key").suffix(1))
    }

    @Test func `an endpoint without keys gets none`() async throws {
        let mock = MockClient.always(.status(200))
        _ = try await mock.addingIdempotencyKeys().send(.post, "x")
        #expect(mock.headers("Idempotency-Key") == [nil])
    }

    @Test func `a request keeps its own key`() async throws {
        let mock = MockClient { On(PayEndpoint.self).reply() }
        try await mock.addingIdempotencyKeys().request(PayEndpoint(headers: ["idempotency-key": "mine"]))
        #expect(mock.headers("Idempotency-Key") == ["mine"])
    }
}
