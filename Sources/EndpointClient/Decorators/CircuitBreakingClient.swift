/// A client that sends nothing to an origin for a while if its attempts keep failing, as a `CircuitBreakerPolicy` says.
///
/// Copies share the state of each origin. Put it inside `retrying()`, so that every attempt counts.
public struct CircuitBreakingClient: ClientDecorator {
    /// The client that sends what is admitted.
    public let upstream: any APIClient

    /// The rules.
    public let policy: CircuitBreakerPolicy

    private let baseOrigin: Origin?
    private let breakers: Locked<PerOrigin<CircuitBreaker>>
    private let time: ElapsedClock
    private let random: @Sendable () -> Double

    /// A client around another one, with a closed breaker for each origin. `random` draws evenly from 0..<1.
    public init(
        _ upstream: any APIClient, policy: CircuitBreakerPolicy = .standard,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.upstream = upstream
        self.policy = policy
        baseOrigin = upstream.originOfRelativeRequests
        breakers = Locked(PerOrigin(CircuitBreaker(policy), baseOrigin: baseOrigin))
        time = ElapsedClock(clock)
        self.random = random
    }

    /// - Throws: `BreakerOpenError` while the breaker of the origin is open; otherwise what the client throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        let (now, origin) = (time.now(), request.origin)
        switch breakers.withLock({ $0.update(origin) { $0.admit(at: now) } }) {
        case .reject(let until):
            let error = BreakerOpenError(host: (origin ?? baseOrigin)?.host ?? "The server", retryAfter: until - now)
            request.context.emit(.breakerRejected(for: error.retryAfter))
            throw error
        case .go(let permit):
            let result = await Result { try await upstream.send(request) }
            record(result.outcome, of: origin, with: permit, request.context)
            return try result.get()
        }
    }

    private func record(
        _ outcome: AttemptOutcome, of origin: Origin?, with permit: CircuitBreaker.Permit, _ context: CallContext
    ) {
        let now = time.now()
        let draw = outcome == .failure ? random() : 0  // Only a failure opens a breaker.
        let (before, after) = breakers.withLock { breakers in
            breakers.update(origin) { breaker in
                let before = breaker.pause
                breaker.record(outcome, with: permit, at: now, random: draw)
                return (before, breaker.pause)
            }
        }
        switch (before, after) {
        case (_, let pause?) where pause != before: context.emit(.breakerOpened(for: pause))
        case (_?, nil): context.emit(.breakerClosed)
        default: break
        }
    }
}

extension CircuitBreakingClient: DeadlineEnforcing {
    public var order: LayerOrder? { .circuitBreaking }
}

extension APIClient {
    /// This client, which sends nothing to an origin that keeps failing: by default for 10 s after five failures in a row.
    public func circuitBreaking(
        _ policy: CircuitBreakerPolicy = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> CircuitBreakingClient {
        CircuitBreakingClient(self, policy: policy, clock: clock, random: random)
    }
}
