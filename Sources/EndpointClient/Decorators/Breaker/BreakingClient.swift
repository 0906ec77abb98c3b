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
        let now = time.now()
        switch breakers.withLock({ $0.update(request.urlRequest) { $0.admit(at: now) } }) {
        case .reject(let until):
            request.context.tell(.breakerRejected(for: max(until - now, .zero)))
            throw BreakerOpenError(host: host(of: request), until: until, at: now)
        case .go(let pass):
            let result = await Result { try await upstream.send(request) }
            record(result.outcome, of: request, with: pass)
            return try result.get()
        }
    }

    private func record(_ outcome: AttemptOutcome, of request: APIRequest, with pass: BreakerPass) {
        let now = time.now()
        let draw = outcome == .failure ? random() : 0  // Only a failure opens a breaker.
        let (before, after) = breakers.withLock { breakers in
            breakers.update(request.urlRequest) { breaker in
                let before = breaker.pause
                breaker.record(outcome, with: pass, at: now, random: draw)
                return (before, breaker.pause)
            }
        }
        switch (before, after) {
        case (_, let pause?) where pause != before: request.context.tell(.breakerOpened(for: pause))
        case (_?, nil): request.context.tell(.breakerClosed)
        default: break
        }
    }

    private func host(of request: APIRequest) -> String {
        (request.urlRequest.url.flatMap { Origin($0) } ?? home)?.host ?? "The server"
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
