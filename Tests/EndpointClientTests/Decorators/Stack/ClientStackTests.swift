import EndpointTesting
import Testing

@Suite struct ClientStackTests {
    private let mock = MockClient.always(.status(200))
    private let clock = TestClock()

    private func words(_ change: (inout ClientStack) -> Void) -> [String] {
        "\(mock.standard(change))".components(separatedBy: " › ").map { String($0.prefix { $0 != "(" }) }
    }

    @Test func `has retries, two deadlines and keys by default`() {
        #expect(words { _ in } == ["TimingOut", "IdempotencyKeying", "Retrying", "TimingOut", "Mock"])
        #expect("\(mock.standard)" == "\(mock.standard { _ in })")
    }

    @Test func `stacks everything in the documented order, and says so`() throws {
        let client = URLSessionClient(baseURL: try #require(URL(string: "https://api.example.com/v1"))).standard {
            $0.log = .standardError
            $0.meter = { _ in }
            $0.fallback = MockClient.always(.status(200))
            $0.traceParent = { nil }
            $0.adapt = { _ in }
            $0.credential = .bearer("t")
            $0.breaker = .standard
        }
        #expect(
            "\(client)"
                == "Logging › Metering › FallingBack › TimingOut(60 s) › IdempotencyKeying › Tracing › Retrying › Adapting › "
                + "Authorizing › CircuitBreaking › TimingOut(20 s each) › URLSession(api.example.com)")
    }

    @Test func `its own order is never out of order`() {
        let client = mock.standard {
            $0.log = .standardError
            $0.fallback = MockClient.always(.status(200))
            $0.traceParent = { nil }
            $0.credential = .bearer("t")
            $0.breaker = .standard
        }
        #expect(!"\(client)".contains("belongs inside"))
    }

    @Test func `leaves out what is nil`() {
        let words = words {
            $0.deadline = nil
            $0.retry = nil
            $0.attemptDeadline = nil
        }
        #expect(words == ["IdempotencyKeying", "Mock"])
    }

    @Test func `sends the credential`() async throws {
        let client = mock.standard {
            $0.clock = clock
            $0.credential = .bearer("t")
        }
        _ = try await client.send(.get, "x")
        #expect(mock.headers("Authorization") == ["Bearer t"])
    }

    @Test func `the credential may come from a closure or a refresh`() async throws {
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("fresh"))) { _ in ExpiringCredential(.bearer("x")) }
        let sources: [CredentialSource] = [
            .basic(user: "u", password: "p"), .header("Authorization", "key"), .provided { .bearer("provided") },
            .refreshing(tokens),
        ]
        for source in sources {
            let client = mock.standard {
                $0.clock = clock
                $0.credential = source
            }
            _ = try await client.send(.get, "x")
        }
        #expect(mock.headers("Authorization") == ["Basic dTpw", "key", "Bearer provided", "Bearer fresh"])
    }

    @Test func `measures every wait with its clock`() async throws {
        let mock = MockClient.always(.status(503)), clock = clock
        let retry = RetryPolicy(attempts: 2, base: .seconds(1), overloadBase: .seconds(1))
        let client = mock.standard {
            $0.clock = clock
            $0.retry = retry
            $0.deadline = nil
            $0.attemptDeadline = nil
        }
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        #expect(mock.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(try await call.value.retries?.attempts.count == 2)
    }

    @Test func `asks the fallback, adapts, traces and meters`() async throws {
        let mirror = MockClient.always(.status(204)), steps = Steps(), down = MockClient.always(.status(500))
        let client = down.standard {
            $0.clock = clock
            $0.retry = nil
            $0.fallback = mirror
            $0.meter = steps.note
            $0.traceParent = { nil }
            $0.adapt = { $0.urlRequest.setValue("de", forHTTPHeaderField: "Accept-Language") }
        }
        #expect(try await client.send(.get, "x").http.statusCode == 204)
        #expect(down.headers("Accept-Language") == ["de"])
        #expect(down.headers("traceparent").allSatisfy { $0 != nil })
        #expect(steps.all.contains("fell back: 500 Internal Server Error"))
    }

    @Test func `breaks when it is told to`() async throws {
        let mock = MockClient.always(.status(500))
        let client = mock.standard {
            $0.clock = clock
            $0.retry = nil
            $0.breaker = .standard
        }
        for _ in 0..<5 { _ = try await client.send(.get, "x") }
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
    }
}
