/// A client that leaves an origin alone which keeps failing, as its `CircuitBreakerPolicy` says.
///
/// Copies share what they know of each origin. Put it inside `retrying()`, so that every attempt counts.
public struct CircuitBreakingClient: ClientDecorator {
    /// The client that is let through.
    public let upstream: any APIClient

    /// The rules.
    public let policy: CircuitBreakerPolicy

    private let home: Origin?
    private let breakers: Locked<PerOrigin<CircuitBreaker>>
    private let time: ElapsedClock
    private let random: @Sendable () -> Double

    /// A client around another one, with a closed breaker for each origin. `random` gives even draws from 0..<1.
    public init(
        _ upstream: any APIClient, policy: CircuitBreakerPolicy = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.upstream = upstream
        self.policy = policy
        home = upstream.baseOrigin
        breakers = Locked(PerOrigin(CircuitBreaker(policy), home: home))
        time = ElapsedClock(clock)
        self.random = random
    }

    /// - Throws: `BreakerOpenError` where the origin is left alone; otherwise what the client throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        let (now, origin) = (time.now(), request.origin)
        switch breakers.withLock({ $0.update(origin) { $0.admit(at: now) } }) {
        case .reject(let until):
            let error = BreakerOpenError(host: (origin ?? home)?.host ?? "The server", retryAfter: until - now)
            request.context.emit(.breakerRejected(for: error.retryAfter))
            throw error
        case .go(let pass):
            let result = await Result { try await upstream.send(request) }
            record(result.outcome, of: origin, with: pass, request.context)
            return try result.get()
        }
    }

    private func record(
        _ outcome: AttemptOutcome, of origin: Origin?, with pass: CircuitBreaker.Permit, _ context: CallContext
    ) {
        let now = time.now()
        let draw = outcome == .failure ? random() : 0  // Only a failure opens a breaker.
        let (before, after) = breakers.withLock { breakers in
            breakers.update(origin) { breaker in
                let before = breaker.pause
                breaker.record(outcome, with: pass, at: now, random: draw)
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

extension CircuitBreakingClient: OrderedLayer, DeadlineEnforcing {
    package var rank: LayerOrder { .breaking }
}

extension APIClient {
    /// This client, which leaves an origin alone that keeps failing: by default for 10 s after five failures in a row.
    public func circuitBreaking(
        _ policy: CircuitBreakerPolicy = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> CircuitBreakingClient {
        CircuitBreakingClient(self, policy: policy, clock: clock, random: random)
    }
}
