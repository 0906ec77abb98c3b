/// A client that tries a failed call again, as its `RetryPolicy` decides.
///
/// Whatever comes last is what the caller gets, untouched: a response of a failing status is returned, an error is thrown as it
/// was. Every attempt sends the whole request anew, a stream of its body included. Copies share their budgets.
public struct RetryingClient: APIClient {
    /// The client that makes each attempt.
    public let upstream: any APIClient

    /// What decides whether there is another attempt, and after how long.
    public let policy: RetryPolicy

    private let budgets: Locked<OriginBudgets>
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double

    /// A client around another one, with a full budget for each origin.
    ///
    /// The clock measures the waits, `now` dates a `Retry-After`, and `random` gives even draws from 0..<1.
    public init(
        _ upstream: any APIClient, policy: RetryPolicy = .standard, budget: RetryBudget = .standard,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.upstream = upstream
        self.policy = policy
        budgets = Locked(OriginBudgets(budget))
        (self.clock, self.now, self.random) = (clock, now, random)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        var number = 1
        while true {
            try Task.checkCancellation()
            let attempt = await attempt(request)
            guard case .retry(let wait) = decision(after: attempt, number: number) else {
                return try attempt.result.get()
            }
            try await clock.sleep(for: wait)
            number += 1
        }
    }

    private func attempt(_ request: APIRequest) async -> Attempt {
        do {
            return Attempt(request, .success(try await upstream.send(request)))
        } catch {
            return Attempt(request, .failure(error))
        }
    }

    private func decision(after attempt: Attempt, number: Int) -> RetryDecision {
        let hasBudget = budgets.withLock { $0.record(attempt.outcome, at: attempt.origin) }
        guard let failure = attempt.failure(by: policy) else { return .giveUp(.permanent) }
        let failed = FailedAttempt(
            number: number, failure: failure, isRepeatable: policy.mayRepeat(attempt.request.urlRequest),
            retryAfter: attempt.retryAfter?.delay(from: now()), hasBudget: hasBudget)
        return policy.decide(failed, random: random())
    }
}

extension RetryingClient: CustomStringConvertible {
    /// `Retrying › URLSession(api.example.com)`
    public var description: String { "Retrying › \(upstream)" }
}

extension APIClient {
    /// This client, with failed calls tried again: by default up to three attempts, while enough calls to the origin succeed.
    ///
    /// `POST` and `PATCH` are repeated only with an `Idempotency-Key`, or when nothing of them reached the server.
    public func retrying(
        _ policy: RetryPolicy = .standard, budget: RetryBudget = .standard,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> RetryingClient {
        RetryingClient(self, policy: policy, budget: budget, clock: clock, now: now, random: random)
    }
}
