/// A client that leaves an origin alone which keeps failing, as its `BreakerPolicy` says.
///
/// Copies share what they know of each origin. Put it inside `retrying()`, so that every attempt counts.
public struct BreakingClient: ClientDecorator {
    /// The client that is let through.
    public let upstream: any APIClient

    /// The rules.
    public let policy: BreakerPolicy

    private let home: Origin?
    private let breakers: Locked<PerOrigin<Breaker>>
    private let time: Timeline
    private let random: @Sendable () -> Double

    /// A client around another one, with a closed breaker for each origin. `random` gives even draws from 0..<1.
    public init(
        _ upstream: any APIClient, policy: BreakerPolicy = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.upstream = upstream
        self.policy = policy
        home = upstream.homeOrigin
        breakers = Locked(PerOrigin(Breaker(policy), home: home))
        time = Timeline(clock)
        self.random = random
    }

    /// - Throws: `BreakerOpenError` where the origin is left alone; otherwise what the client throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        let (now, origin) = (time.now(), request.origin)
        switch breakers.withLock({ $0.update(origin) { $0.admit(at: now) } }) {
        case .reject(let until):
            request.context.tell(.breakerRejected(for: max(until - now, .zero)))
            throw BreakerOpenError(host: (origin ?? home)?.host ?? "The server", until: until, at: now)
        case .go(let pass):
            let result = await Result { try await upstream.send(request) }
            record(result.outcome, of: origin, with: pass, request.context)
            return try result.get()
        }
    }

    private func record(
        _ outcome: AttemptOutcome, of origin: Origin?, with pass: BreakerPass, _ context: CallContext
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
        case (_, let pause?) where pause != before: context.tell(.breakerOpened(for: pause))
        case (_?, nil): context.tell(.breakerClosed)
        default: break
        }
    }
}

extension BreakingClient: RankedDecorator, DeadlineKeeping {
    package var rank: StackRank { .breaking }
}

extension APIClient {
    /// This client, which leaves an origin alone that keeps failing: by default for 10 s after five failures in a row.
    public func breaking(
        _ policy: BreakerPolicy = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> BreakingClient {
        BreakingClient(self, policy: policy, clock: clock, random: random)
    }
}
