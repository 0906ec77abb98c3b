import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct ClientStackTests {
    private let mock = MockClient.always(.status(200))
    private let clock = TestClock()

    private func words(_ change: (inout ClientStack) -> Void) -> [String] {
        "\(mock.standard(change))".components(separatedBy: " › ").map { String($0.prefix { $0 != "(" }) }
    }

    @Test func `a standard client has retries, two deadlines and idempotency keys`() {
        #expect(words { _ in } == ["IdempotencyKeying", "TimingOut", "Retrying", "TimingOut", "Mock"])
        #expect("\(mock.standard)" == "\(mock.standard { _ in })")
    }

    @Test func `a full stack has the documented order in its description`() throws {
        let client = URLSessionClient(baseURL: try #require(URL(string: "https://api.example.com/v1"))).standard {
            $0.log = .standardError
            $0.meter = { _ in }
            $0.fallback = MockClient.always(.status(200))
            $0.traceParent = { nil }
            $0.adapt = { _ in }
            $0.credential = .bearer("t")
            $0.breaker = .standard
            $0.hedge = .standard
            $0.isCoalescing = true
            $0.cache = .memory()
            $0.limit = .concurrent(6)
            $0.sign = { _ in }
        }
        #expect(
            "\(client)"
                == "Logging › Metering › Tracing › IdempotencyKeying › FallingBack › TimingOut(60 s) › Coalescing › Caching › "
                + "Retrying › Hedging › Adapting › Authorizing › Limiting › CircuitBreaking › TimingOut(20 s each) › Signing › "
                + "URLSession(api.example.com)")
    }

    @Test func `a standard stack is never out of order`() {
        let client = mock.standard {
            $0.log = .standardError
            $0.fallback = MockClient.always(.status(200))
            $0.traceParent = { nil }
            $0.credential = .bearer("t")
            $0.breaker = .standard
            $0.hedge = .p95
        }
        #expect(!"\(client)".contains("belongs inside"))
    }

    @Test func `a stack leaves out what is nil`() {
        let words = words {
            $0.deadline = nil
            $0.retry = nil
            $0.attemptDeadline = nil
        }
        #expect(words == ["IdempotencyKeying", "Mock"])
    }

    @Test func `a stack sends the credential`() async throws {
        let client = mock.standard {
            $0.time = clock.time
            $0.credential = .bearer("t")
        }
        _ = try await client.send(.get, "x")
        #expect(mock.headers("Authorization") == ["Bearer t"])
    }

    @Test func `the credential of a stack may be a closure or a refreshing one`() async throws {
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("fresh"))) { _ in ExpiringCredential(.bearer("x"))
        }
        let sources: [CredentialSource] = [
            .basic(user: "u", password: "p"), .header("Authorization", "key"), .provided { .bearer("provided") },
            .refreshing(tokens),
        ]
        for source in sources {
            let client = mock.standard {
                $0.time = clock.time
                $0.credential = source
            }
            _ = try await client.send(.get, "x")
        }
        #expect(mock.headers("Authorization") == ["Basic dTpw", "key", "Bearer provided", "Bearer fresh"])
    }

    @Test func `a stack measures every wait with its clock`() async throws {
        let mock = MockClient.always(.status(503)), clock = clock
        let retry = RetryPolicy(attempts: 2, base: .seconds(1), overloadBase: .seconds(1))
        let client = mock.standard {
            $0.time = clock.time
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

    @Test func `a stack can have a fallback, an edit, a trace and a meter`() async throws {
        let mirror = MockClient.always(.status(204)), steps = Steps(), down = MockClient.always(.status(500))
        let client = down.standard {
            $0.time = clock.time
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

    @Test func `a stack with a breaker stops calling a failing server`() async throws {
        let mock = MockClient.always(.status(500))
        let client = mock.standard {
            $0.time = clock.time
            $0.retry = nil
            $0.breaker = .standard
        }
        for _ in 0..<5 { _ = try await client.send(.get, "x") }
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
    }
}

/// A clock that is set back while clients use it.
@Suite struct ClockJumpTests {
    private let clock = TestClock()
    private let server = MoodyServer()

    @Test func `the pause of a breaker isn't prolonged when the clock is set back`() async throws {
        let client = MockClient(server.answer).circuitBreaking(time: clock.time.drawing { 0.5 })
        clock.advance(by: .seconds(1000))
        for _ in 0..<5 { _ = try await client.send(.get, "x") }
        clock.advance(by: .seconds(-1000))
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        clock.advance(by: .seconds(10))
        #expect(try await client.send(.get, "x").http.statusCode == 503)
    }

    @Test func `used up refreshes are available again within a minute when the clock is set back`() async throws {
        let refreshes = Tally()
        let tokens = RefreshingCredential(time: clock.time) { _ in
            ExpiringCredential(.bearer("t\(refreshes.add())"), expiresIn: .zero)
        }
        let client = MockClient(server.answer).authorizing(with: tokens)
        clock.advance(by: .seconds(1000))
        for _ in 0..<4 { _ = try? await client.send(.get, "x") }
        clock.advance(by: .seconds(-1000))
        tokens.signIn(ExpiringCredential(.bearer("expired"), expiresIn: .zero))
        _ = try? await client.send(.get, "x")
        #expect(refreshes.count == 3)
        clock.advance(by: .seconds(60))
        _ = try? await client.send(.get, "x")
        #expect(refreshes.count == 4)
    }

    @Test func `an attempt of negative duration is retried and reported`() async throws {
        let clock = clock
        server.turn { request in
            clock.advance(by: .seconds(-5))
            return try .answer(503, to: request)
        }
        let steps = Steps()
        let client = MockClient(server.answer).retrying(time: clock.time.drawing { 0 }).metering(
            time: clock.time, steps.note)
        let response = try await client.send(.get, "x")
        #expect(response.retries?.attempts.map(\.duration) == [.seconds(-5), .seconds(-5), .seconds(-5)])
        #expect(steps.all.last == "ended: 503")
    }

    @Test func `a call with a deadline lasts as much longer as the clock jumps, and ends`() async throws {
        let never = Tally()
        defer { never.add() }
        server.turn { request in
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = MockClient(server.answer).timingOut(after: .seconds(5), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(-100))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(105))
        await #expect(throws: URLError.self) { try await call.value }
    }

    @Test(.timeLimit(.minutes(10)), arguments: OrderedStack.orders.indices)
    func `calls end while the clock jumps, whatever the order of the decorators`(order: Int) async throws {
        let stack = OrderedStack(seed: UInt64(order))
        let server = ErraticServer(stack.clock, stack.dice, jumps: true)
        let base: any APIClient = order.isMultiple(of: 2) ? server.careful : server.careless
        let client = stack.around(base, OrderedStack.orders[order])
        let calls = isThorough ? 200 : 5
        var all = 0
        for _ in 0..<calls {
            _ = try? await client.send(.get, "x")
            let account = server.close()
            #expect(account.arrivals <= account.mostArrivals)
            all += account.arrivals
            stack.clock.advance(by: .seconds(stack.dice.roll(30)))
        }
        #expect(all >= calls / 4)
    }
}

/// Hostile headers, through the decorators that read them: 3,000 of each, 100,000 with `ENDPOINT_THOROUGH=1`.
@Suite struct HostileValuesTests {
    private static let count = isThorough ? 100_000 : 3000

    private static let pieces = [
        "0", "1", "59", "60", "61", "-1", "1.5", "1e9", "9223372036854775807", "99999999999999999999999", "NaN", "inf",
        "Thu, 01 Jan 1970 00:00:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Fri, 31 Dec 9999 23:59:60 GMT", "Thu, 30 Feb 2023 25:61:61 GMT", "Sun Nov  6 08:49:37 1994", " ", "\t", ",",
        ";", "=",
        "\"", "\\", "Bearer", "Basic realm=\"", "realm=x", "error=\"invalid_token\"", "é", "\u{0}", "%00", "😀", "GMT",
    ]

    private static func value(_ dice: inout SplitMix64) -> String {
        (0..<1 + dice.roll(3)).map { _ in pieces[dice.roll(pieces.count)] }.joined(
            separator: dice.roll(2) == 0 ? "" : " ")
    }

    @Test func `no header makes a call trap, hang or return early`() async throws {
        var dice = SplitMix64(seed: 1)
        var checked = 0, demanding = 0
        for number in 0..<Self.count {
            let clock = TestClock(), status = [401, 429, 503][number % 3]
            let headers: HeaderFields = [
                "Retry-After": Self.value(&dice), "Date": Self.value(&dice), "WWW-Authenticate": Self.value(&dice),
            ]
            let client = client(clock) { try .answer(status, headers: headers, to: $0) }
            let response = try await client.send(.get, "x")
            #expect(response.http.statusCode == status)
            let date = HTTPDate(headers["Date"] ?? "", relativeTo: Self.epoch)?.date ?? Self.epoch
            let wait = RetryAfter(headers["Retry-After"] ?? "")?.delay(from: date) ?? .zero
            let attempts = response.retries?.attempts ?? []
            for (attempt, next) in zip(attempts, attempts.dropFirst()) {
                #expect(next.start - attempt.start >= wait)
                checked += 1
                demanding += wait > .zero ? 1 : 0
            }
        }
        #expect(checked > Self.count / 2)
        #expect(demanding > Self.count / 50)
    }

    private static let epoch = Date(timeIntervalSince1970: 0)

    private func client(
        _ clock: TestClock, _ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) -> any APIClient {
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old")), time: clock.time) { _ in
            ExpiringCredential(.bearer("new"))
        }
        return PunctualClient(answer).circuitBreaking(time: clock.time.drawing { 0 }).authorizing(with: tokens)
            .retrying(time: TimeSource(LeapingClock(clock: clock)).dated { Self.epoch }.drawing { 0 })
            .timingOut(after: .seconds(60), time: clock.time)
    }

    /// Time stands still in the decision: only the values are hostile.
    @Test func `no Retry-After makes the policy trap or wait for less`() {
        var dice = SplitMix64(seed: 2)
        var checked = 0, demanding = 0
        for _ in 0..<Self.count {
            let retryAfter = RetryAfter(Self.value(&dice))?.delay(
                from: Date(timeIntervalSince1970: Double(dice.roll(10))))
            let failed = FailedAttempt(
                number: 1 + dice.roll(3), failure: .status(503), isRepeatable: true, retryAfter: retryAfter,
                timeLeft: dice.roll(2) == 0 ? .seconds(dice.roll(100)) : nil)
            guard case .retry(let wait) = RetryPolicy.standard.decide(failed, random: dice.fraction()) else { continue }
            #expect(wait >= retryAfter ?? .zero)
            #expect(wait < failed.timeLeft ?? .seconds(1000))
            checked += 1
            demanding += (retryAfter ?? .zero) > .zero ? 1 : 0
        }
        #expect(checked > Self.count / 3)
        #expect(demanding > Self.count / 100)
    }
}
