/// A client that tries a failed call again, as its `RetryPolicy` decides.
///
/// Whatever comes last is what the caller gets: a response of a failing status is returned, an error is thrown as it was. Both
/// carry what was tried and why it stopped, `error.retries`. Every attempt sends the whole request anew, a stream of its body
/// included, and is a span of its own where the request has a `traceparent`. Copies share their budgets.
public struct RetryingClient: ClientDecorator {
    /// The client that makes each attempt.
    public let upstream: any APIClient

    /// What decides whether there is another attempt, and after how long.
    public let policy: RetryPolicy

    private let budgets: Locked<PerOrigin<RetryBudget>>
    private let time: ElapsedClock
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
        budgets = Locked(PerOrigin(budget, home: upstream.baseOrigin))
        time = ElapsedClock(clock)
        (self.now, self.random) = (now, random)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try request.context.checkDeadline()
        var request = request
        var log = AttemptHistory(at: time.now())
        while true {
            try Task.checkCancellation()
            let attempt = Attempt(await Result { [request] in try await upstream.send(request) })
            let failure = attempt.failure(of: request, by: policy)
            let hasBudget = record(attempt, of: request)
            guard let failure else {
                request.context.emit(.attempted(log.report(attempt, nil, at: time.now())))
                return try attempt.result.get()
            }
            let report = log.report(attempt, failure, at: time.now())
            log.add(report)
            request.context.emit(.attempted(report))
            switch decision(after: attempt, of: request, failure, number: report.number, hasBudget: hasBudget) {
            case .giveUp(let reason): return try conclude(attempt, of: request, log, reason)
            case .retry(let wait):
                request.context.emit(.retrying(after: wait, because: failure))
                try await time.sleep(time.now() + wait)
                if request.context.isLate { return try conclude(attempt, of: request, log, .deadline) }
            }
            log.begin(at: time.now())
            request.urlRequest.startNewSpan(random: random)
        }
    }

    private func record(_ attempt: Attempt, of request: APIRequest) -> Bool {
        let (origin, outcome) = (request.origin, attempt.result.outcome)
        return budgets.withLock { $0.update(origin) { $0.recordAndAllow(outcome) } }
    }

    private func decision(
        after attempt: Attempt, of request: APIRequest, _ failure: RetryFailure, number: Int, hasBudget: Bool
    ) -> RetryDecision {
        let failed = FailedAttempt(
            number: number, failure: failure, isRepeatable: policy.mayRepeat(request.urlRequest),
            retryAfter: attempt.retryAfter?.delay(from: now()), timeLeft: request.context.timeLeft,
            hasBudget: hasBudget, isOfRefresh: attempt.isOfRefresh)
        return policy.decide(failed, random: random())
    }

    private func conclude(
        _ attempt: Attempt, of request: APIRequest, _ log: AttemptHistory, _ reason: GiveUpReason
    ) throws -> APIResponse {
        request.context.emit(.gaveUp(reason))
        let isWorthTelling = log.reports.count > 1 || (reason != .permanent && reason != .cancelled)
        guard isWorthTelling else { return try attempt.result.get() }
        return try attempt.result(after: RetryReport(attempts: log.reports, reason: reason)).get()
    }
}

extension RetryingClient: OrderedLayer, DeadlineEnforcing {
    package var rank: LayerOrder { .retrying }
}

extension RetryBudget {
    fileprivate mutating func recordAndAllow(_ outcome: AttemptOutcome) -> Bool {
        record(outcome)
        return allowsRetry
    }
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

/// What came of a request that was sent once.
struct Attempt: Sendable {
    let result: Result<APIResponse, any Error>

    init(_ result: Result<APIResponse, any Error>) {
        self.result = result
    }

    /// The status of the answer; nil without one.
    var status: Int? { try? result.get().http.statusCode }

    /// When the server wants to be asked again.
    var retryAfter: RetryAfter? {
        switch result {
        case .success(let response):
            response.http.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0) }
        case .failure(let error): (error as? HTTPError)?.retryAfter
        }
    }

    /// Whether it was the refresh of a credential that failed.
    var isOfRefresh: Bool {
        if case .failure(let error) = result { error.failureOrigin == .credentialRefresh } else { false }
    }

    /// Why it failed. Nil for a response that the policy does not try again, or that the endpoint accepts.
    func failure(of request: APIRequest, by policy: RetryPolicy) -> RetryFailure? {
        switch result {
        case .success(let response):
            let failure = RetryFailure.status(response.http.statusCode)
            return policy.isTransient(failure) && !request.isAccepted(response) ? failure : nil
        case .failure(let error): return RetryFailure(error)
        }
    }

    /// The result, with what was tried before it if it is a failure.
    func result(after report: RetryReport) -> Result<APIResponse, any Error> {
        result.mapError { $0.reporting(report) }.map { response in
            var response = response
            response.retries = report
            return response
        }
    }
}

/// The attempts of one call so far.
struct AttemptHistory: Sendable {
    private let start: Duration
    private var attemptStart: Duration
    private(set) var reports: [AttemptReport] = []

    /// The log of a call whose first attempt begins now.
    init(at now: Duration) {
        (start, attemptStart) = (now, now)
    }

    /// The number of the attempt that is under way, or comes next.
    var number: Int { reports.count + 1 }

    /// Another attempt begins.
    mutating func begin(at now: Duration) {
        attemptStart = now
    }

    /// What is to be said of the attempt that has ended.
    func report(_ attempt: Attempt, _ failure: RetryFailure?, at now: Duration) -> AttemptReport {
        AttemptReport(
            number: number, start: attemptStart - start, duration: now - attemptStart, status: attempt.status,
            failure: failure)
    }

    /// The attempt was not the last one, or failed.
    mutating func add(_ report: AttemptReport) {
        reports.append(report)
    }
}

extension Result<APIResponse, any Error> {
    /// What an attempt that ended so says about the origin's health.
    var outcome: AttemptOutcome {
        switch self {
        case .success(let response): AttemptOutcome(status: response.http.statusCode)
        case .failure(let error) where error.failureOrigin != nil: .neutral
        case .failure(let error): RetryFailure(error).outcome
        }
    }
}
