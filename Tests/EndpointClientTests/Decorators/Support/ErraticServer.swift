import EndpointTesting

/// A server on a virtual clock that fails randomly in every way, and records requests that should not have been sent.
///
/// Time advances while it works, and while a client waits for a retry: never between a client's reading of the clock
/// and its action.
final class ErraticServer: Sendable {
    struct Account: Sendable {
        /// The requests of the current call, and those that had to be answered for good.
        var arrivals = 0, final = 0
        /// Requests after the deadline, and after the cancellation.
        var late = 0, unwanted = 0
        /// The stored responses that were confirmed. One for another credential than it was asked for isn't used.
        var confirmed = 0
        var hasLeft = false

        /// The most requests of a call: three attempts, each with a replay, once more after each confirmation.
        var mostArrivals: Int { 6 * (1 + confirmed) }
    }

    private let clock: TestClock
    private let dice: Dice
    private let jumps: Bool
    private let account = Locked(Account())
    private let leave = Locked<(@Sendable () -> Void)?>(nil)

    /// A server that sets the clock back now and then, if it `jumps`.
    init(_ clock: TestClock, _ dice: Dice, jumps: Bool = false) {
        (self.clock, self.dice, self.jumps) = (clock, dice, jumps)
    }

    /// The record of a call that has ended; the next one starts.
    func close() -> Account {
        account.withLock { account in
            defer { account = Account() }
            return account
        }
    }

    /// From now on the caller may be cancelled, with this closure.
    func open(_ leave: @escaping @Sendable () -> Void) {
        self.leave.withLock { $0 = leave }
    }

    /// Cancels the caller, once in this many times.
    func mayLeave(odds: Int) {
        guard dice.roll(odds) == 0, !Task.isCancelled else { return }
        account.withLock { $0.hasLeft = true }
        leave.withLock { $0 }?()
    }

    private static let url = URL(string: "https://erratic.example")

    /// A client that must be raced against the clock: it ignores deadlines, and may hang.
    var careless: MockClient {
        MockClient(baseURL: Self.url) { [self] request in
            let outcome = arrive(request)
            clock.advance(by: .seconds(dice.roll(30)))
            if dice.roll(20) == 0 { try await hang() }
            return try answer(outcome, to: request)
        }
    }

    /// A client that enforces deadlines and limits itself, like `URLSessionClient`.
    var careful: CarefulClient {
        CarefulClient { [self] request in
            let outcome = arrive(request)
            let time = Duration.seconds(dice.roll(30) + (dice.roll(20) == 0 ? 1000 : 0))
            let limit = [request.context.timeLeft, request.context.attemptLimit].compactMap { $0 }.min() ?? time
            clock.advance(by: min(time, limit))
            guard time < limit else { throw URLError(.timedOut) }
            return try answer(outcome, to: request)
        }
    }

    /// Like `PunctualClient`, but without its checks: late requests have to be recorded.
    struct CarefulClient: APIClient {
        let traits = ClientTraits(baseURL: ErraticServer.url, enforcesDeadlines: true)
        let answer: @Sendable (APIRequest) async throws -> APIResponse

        func send(_ request: APIRequest) async throws -> APIResponse { try await answer(request) }
    }
}

extension ErraticServer {
    /// Draws the outcome of a request. 4 and 5 mean that the server has done nothing.
    private func arrive(_ request: APIRequest) -> Int {
        let outcome = dice.roll(10)
        account.withLock { account in
            account.arrivals += 1
            account.final += outcome == 4 || outcome == 5 ? 0 : 1
            account.late += request.context.isLate ? 1 : 0
            account.unwanted += account.hasLeft ? 1 : 0
        }
        mayLeave(odds: 30)
        if jumps, dice.roll(3) == 0 { clock.advance(by: .seconds(-dice.roll(300))) }
        return outcome
    }

    private func hang() async throws {
        clock.advance(by: .seconds(100_000))
        try await clock.sleep(for: .seconds(1_000_000))
    }

    /// Fresh for some of the calls that follow.
    private static let headers: HeaderFields = ["Cache-Control": "max-age=30, stale-if-error=60", "ETag": "\"e\""]

    private func answer(_ outcome: Int, to request: APIRequest) throws -> APIResponse {
        switch outcome {
        case 0: return try .answer(503, headers: ["Retry-After": "\(dice.roll(70))"], to: request)
        case 1: return try .answer(500, to: request)
        case 2: throw URLError(.timedOut)
        case 3: throw URLError(.networkConnectionLost)
        case 4: throw URLError(.cannotConnectToHost)
        case 5: return try .answer(401, to: request)
        default:
            let isConditional = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") != nil
            guard isConditional, dice.roll(2) == 0 else { return try .answer(headers: Self.headers, to: request) }
            account.withLock { $0.confirmed += 1 }
            return try .answer(304, headers: Self.headers, to: request)
        }
    }
}

/// The outcomes of many calls, so that a test can check that there were failures.
struct CallSums {
    var calls = 0
    /// The requests that arrived, and the calls that arrived more than once.
    var arrivals = 0, repeated = 0
    /// The requests after the deadline, and after the cancellation.
    var late = 0, unwanted = 0
    /// The responses from a cache.
    var stored = 0
    /// The calls that ended with 200, those that ended with an error, and those that were cancelled.
    var answered = 0, failed = 0, left = 0

    mutating func add(_ account: ErraticServer.Account, _ result: Result<APIResponse, any Error>) {
        calls += 1
        arrivals += account.arrivals
        late += account.late
        unwanted += account.unwanted
        repeated += account.arrivals > 1 ? 1 : 0
        left += account.hasLeft ? 1 : 0
        switch result {
        case .success(let response):
            answered += response.http.statusCode == 200 ? 1 : 0
            stored += response.stored == nil ? 0 : 1
        case .failure: failed += 1
        }
    }
}
