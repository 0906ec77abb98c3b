/// Runs a refresh in tasks of its own, which no caller's cancellation reaches, for no longer than it may take.
struct RefreshTask: Sendable {
    /// A refresh that is run, and for whom.
    private struct Flight {
        let desk: CredentialRefresher
        let number: Int
    }

    /// The refreshes that the current task is part of: a refresh may need another credential, which is refreshed for it.
    @TaskLocal private static var flights: [Flight] = []

    private let refresh: @Sendable (Authorization?) async throws -> FreshCredential
    private let timeout: Duration
    private let time: ElapsedClock

    init(
        _ refresh: @escaping @Sendable (Authorization?) async throws -> FreshCredential, within timeout: Duration,
        on time: ElapsedClock
    ) {
        (self.refresh, self.timeout, self.time) = (refresh, timeout, time)
    }

    /// Whether a desk's refresh, the one under way, is what the current task is part of. It would wait for itself.
    ///
    /// A task that a refresh has started and left behind is no part of the next one.
    static func isPart(of desk: CredentialRefresher) -> Bool {
        flights.contains { $0.desk === desk && desk.isUnderWay($0.number) }
    }

    /// Begins a refresh and returns what stops it; `land` is told how it ended, once.
    func run(
        _ last: Authorization?, for desk: CredentialRefresher, _ number: Int,
        land: @escaping @Sendable (Result<FreshCredential, any Error>) -> Void
    ) -> @Sendable () -> Void {
        let landing = Promise<FreshCredential>()
        let flights = Self.flights + [Flight(desk: desk, number: number)]
        let work = Task.detached { [refresh] in
            await Self.$flights.withValue(flights) { landing.resolve(await Self.result { try await refresh(last) }) }
        }
        let alarm = Task.detached { [time, timeout] in
            try await time.sleep(time.now() + timeout)
            landing.resolve(.failure(CredentialError.refreshTimedOut))
        }
        Task.detached {
            land(await Self.result { try await landing.value {} })
            work.cancel()
            alarm.cancel()
        }
        return { landing.resolve(.failure(CancellationError())) }
    }

    /// What came of it. A cancellation within a refresh is none of those who wait for it: to them it is a failure.
    private static func result(
        _ make: @Sendable () async throws -> FreshCredential
    ) async -> Result<FreshCredential, any Error> {
        await Result(catching: make).mapError { $0 is CancellationError ? CredentialError.refreshFailed : $0 }
    }
}
