/// A client that retries a failed call, as its `RetryPolicy` decides.
struct RetryingClient: ClientDecorator {
    /// The client that makes each attempt.
    let upstream: any APIClient

    let policy: RetryPolicy
    let budgets: Locked<PerOrigin<RetryBudget>>
    let isEnforced: Bool
    /// Whether a client inside may send a second request for an attempt.
    let isHedged: Bool
    let time: TimeSource

    var traits: ClientTraits {
        var traits = inheritedTraits()
        traits.enforcesDeadlines = true
        return traits
    }

    var order: LayerOrder? { .retrying }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try request.context.checkDeadline()
        var request = request
        let hedge = isHedged ? Locked(HedgeReport?.none) : nil
        request.context.observe { [budgets, time, origin = request.origin] signal in
            switch signal {
            case .step(.repeated, _):
                let now = time.now()
                budgets.withLock { $0.update(origin) { _ = $0.record(.failure, at: now) } }
            case .hedged(let report): hedge?.withLock { $0 = report }
            default: break
            }
        }
        var history = AttemptHistory(at: time.now())
        var previous: Attempt?
        var charge = RetryBudget.Charge.none
        while true {
            try Task.checkCancellation()
            request.context.attemptNumber = history.reports.count + 1
            let attempt = Attempt(await Result { [request] in try await sendOnce(request) }, of: request, by: policy)
            let failure = attempt.failure
            let hasBudget = record(attempt, of: request, &charge)
            let hedge = hedge?.withLock { $0 }
            guard let failure else {
                let (report, second) = history.reports(of: attempt, nil, hedge, at: time.now())
                request.context.emit(.attempted(report))
                if let second { request.context.emit(.attempted(second)) }
                return try attempt.result.get()
            }
            if attempt.wasNeverSent, request.context.isLate {
                return try conclude(attempt, of: request, history, .deadline)
            }
            if case .breakerOpen(let pause) = failure {
                return try conclude(previous ?? attempt, of: request, history, .breakerOpen(retryAfter: pause))
            }
            let (report, second) = history.reports(of: attempt, failure, hedge, at: time.now())
            for report in [report, second].compactMap({ $0 }) {
                history.reports.append(report)
                request.context.emit(.attempted(report))
            }
            switch decision(
                after: attempt, of: request, failure, number: report.number, hasBudget: hasBudget,
                wasHedged: second != nil)
            {
            case .giveUp(let reason): return try conclude(attempt, of: request, history, reason)
            case .retry(let wait):
                request.context.emit(.retrying(after: wait, because: failure))
                try await time.sleep(for: wait)
                if request.context.isLate { return try conclude(attempt, of: request, history, .deadline) }
            }
            (previous, history.attemptStart) = (attempt, time.now())
            request.startSpan()
        }
    }

    /// One attempt. It ends at the deadline of the call, so that its failure is recorded like that of any other
    /// attempt.
    @inline(__always)  // Saves every call one asynchronous function.
    private func sendOnce(_ request: APIRequest) async throws -> APIResponse {
        guard !isEnforced, let deadline = request.context.deadline else { return try await upstream.send(request) }
        return try await upstream.send(request, within: Race(until: deadline, on: time))
    }

    /// Charges the budget, and returns whether it allows another attempt. A retried status charges it even if the
    /// server is healthy, as with 409 or 425. `charge` is what the attempt before has cost, and then what this one has.
    private func record(_ attempt: Attempt, of request: APIRequest, _ charge: inout RetryBudget.Charge) -> Bool {
        let (origin, now, failure) = (request.origin, time.now(), attempt.cost(at: time))
        var outcome = attempt.result.outcome
        if outcome == .success, let failure = attempt.failure, policy.isTransient(failure, of: request.urlRequest) {
            outcome = .failure
        }
        let before = charge
        let (cost, isAllowed) = budgets.withLock { budgets in
            budgets.update(origin) { budget in
                let cost = budget.record(outcome, failure, retrying: before, at: now)
                return (cost, budget.allowsRetry(after: failure, at: now))
            }
        }
        charge = cost
        return isAllowed
    }

    private func decision(
        after attempt: Attempt, of request: APIRequest, _ failure: RetryFailure, number: Int, hasBudget: Bool,
        wasHedged: Bool
    ) -> RetryDecision {
        let failed = FailedAttempt(
            number: number, failure: failure, isRepeatable: policy.mayRepeat(request),
            isKeyed: request.urlRequest.hasIdempotencyKey, advice: attempt.http?.shouldRetry,
            retryAfter: attempt.http?.retryAfter(from: time.date()),
            timeLeft: request.context.timeLeft, hasBudget: hasBudget,
            isOfRefresh: attempt.isOfRefresh, wasHedged: wasHedged)
        return policy.decide(failed, random: time.fraction())
    }

    private func conclude(
        _ attempt: Attempt, of request: APIRequest, _ history: AttemptHistory, _ reason: GiveUpReason
    ) throws -> APIResponse {
        request.context.emit(.gaveUp(reason))
        let isWorthReporting = history.reports.count > 1 || (reason != .permanent && reason != .cancelled)
        guard isWorthReporting else { return try attempt.result.get() }
        return try attempt.result(after: RetryReport(attempts: history.reports, reason: reason)).get()
    }
}

extension APIClient {
    /// Wraps this client to retry failed calls: by default up to three attempts, while enough calls to the origin
    /// succeed.
    ///
    /// The caller gets the result of the last attempt: a response with a failing status is returned, an error is thrown
    /// unchanged. Both include the attempts and the reason why there were no more: `error.retries`. Every attempt sends
    /// the whole request again, including a streamed body, and is a span of its own if the call is traced. If a circuit
    /// breaker refuses a further attempt, the result is that of the attempt before. Copies share their budgets, and so
    /// do all retries with the same budget around one client that stores its ``ClientTraits``.
    ///
    /// The deadline of a call ends the running attempt, whatever client it goes through.
    ///
    /// `POST` and `PATCH` are repeated only with an `Idempotency-Key`, for an endpoint that `isRepeatable`, or when the
    /// server has not acted on them: no part of them reached it, or it answered 425 or 429. A server that says
    /// `x-should-retry` decides itself. Each origin has a budget of its own. `time` measures the waits and draws their
    /// jitter; a date in `Retry-After` is compared to its date if the response has none.
    public func retrying(
        _ policy: RetryPolicy = .standard, budget: RetryBudget = .standard,
        time: TimeSource = .system
    ) -> some ClientDecorator {
        let traits = traits
        return RetryingClient(
            upstream: self, policy: policy, budgets: traits.health.budgets(budget, baseOrigin: traits.baseOrigin),
            isEnforced: traits.enforcesDeadlines, isHedged: layers.contains { $0.order == .hedging }, time: time)
    }
}

/// The result of one attempt.
struct Attempt: Sendable {
    let result: Result<APIResponse, any Error>

    /// Why it failed. Nil for a response that the policy does not retry, or that the endpoint accepts.
    let failure: RetryFailure?

    init(_ result: Result<APIResponse, any Error>, of request: APIRequest, by policy: RetryPolicy) {
        switch result {
        case .success(var response):
            let failure = RetryFailure.status(response.http.statusCode)
            let isTransient = policy.isTransient(failure, of: request.urlRequest)
            let isAdvised = response.http.statusCode >= 400 && response.http.shouldRetry == true
            let isFailed = (isTransient || isAdvised) && !response.isAccepted(by: request)
            (self.result, self.failure) = (.success(response), isFailed ? failure : nil)
        case .failure(let error): (self.result, failure) = (result, RetryFailure(error))
        }
    }

    /// The status of the response; nil without one.
    var status: Int? { try? result.get().http.statusCode }

    /// The timings of its exchange; nil without a response, and if the client does not report them.
    var metrics: ExchangeMetrics? { try? result.get().metrics }

    /// Status and headers; nil without a response.
    var http: HTTPURLResponse? {
        switch result {
        case .success(let response): response.http
        case .failure(let error): error.httpError?.response
        }
    }

    /// Whether it ended before anything was sent, for instance in a queue.
    var wasNeverSent: Bool {
        if case .failure(let error) = result { error.failureOrigin == .beforeSending } else { false }
    }

    /// Whether the refresh of a credential failed.
    var isOfRefresh: Bool {
        if case .failure(let error) = result { error.failureOrigin == .credentialRefresh } else { false }
    }

    /// What determines its cost if it failed. Without a failure nothing depends on it.
    func cost(at time: TimeSource) -> RetryBudget.Failure {
        guard let failure else { return .other }
        if failure.isTimeout { return .timeout }
        return http?.retryAfter(from: time.date()).map { $0 > .zero } == true ? .announced : .other
    }

    /// The result, with a report of all attempts.
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
    var attemptStart: Duration
    var reports: [AttemptReport] = []

    /// The history of a call whose first attempt starts now.
    init(at now: Duration) {
        (start, attemptStart) = (now, now)
    }

    /// The report of the attempt that has ended, and that of its second request if there was one.
    ///
    /// If the attempt ended while both were under way, as at the deadline of the call, both have its failure.
    func reports(
        of attempt: Attempt, _ failure: RetryFailure?, _ hedge: HedgeReport?, at now: Duration
    ) -> (AttemptReport, second: AttemptReport?) {
        let (begin, duration) = (attemptStart - start, now - attemptStart)
        guard let hedge else { return (report(attempt, failure, from: begin, for: duration), nil) }
        let other =
            hedge.other
            ?? HedgeReport.Other(
                isSecond: true, duration: duration - hedge.delay, status: attempt.status, failure: failure,
                winningDuration: duration)
        let second = begin + hedge.delay
        let own = report(
            attempt, failure, number: other.isSecond ? 1 : 2, from: other.isSecond ? begin : second,
            for: other.winningDuration)
        let report = AttemptReport(
            number: reports.count + (other.isSecond ? 2 : 1), start: other.isSecond ? second : begin,
            duration: other.duration, status: other.status, failure: other.failure)
        return other.isSecond ? (own, report) : (report, own)
    }

    private func report(
        _ attempt: Attempt, _ failure: RetryFailure?, number: Int = 1, from begin: Duration, for duration: Duration
    ) -> AttemptReport {
        AttemptReport(
            number: reports.count + number, start: begin, duration: duration,
            status: attempt.status, failure: failure, metrics: attempt.metrics)
    }
}

/// The attempts of a call as a client outside the retries sees them.
final class ObservedAttempts: Sendable {
    private struct State {
        var reports: [AttemptReport] = []
        /// When the first attempt began, on the clock.
        var start: Duration
        /// When the current attempt started, or when the next one will; nil after an attempt without a successor yet.
        var nextStart: Duration?
    }

    private let time: TimeSource
    private let state: Locked<State>

    /// The attempts of a call that starts now.
    init(on time: TimeSource) {
        let now = time.now()
        self.time = time
        state = Locked(State(start: now, nextStart: now))
    }

    func observe(_ step: CallStep) {
        let now = time.now()
        state.withLock { state in
            switch step {
            case .attempted(let report):
                state.reports.append(report)
                state.start = now - report.start - report.duration
                state.nextStart = nil
            case .retrying(let wait, _): state.nextStart = now + wait
            default: break
            }
        }
    }

    /// The attempts until the deadline, which is now. The current one counts, unless it waits in a queue.
    func report(isQueued: Bool) -> RetryReport {
        let now = time.now()
        return state.withLock { state in
            var reports = state.reports
            if !isQueued, let start = state.nextStart, start < now {
                reports.append(
                    AttemptReport(
                        number: reports.count + 1, start: start - state.start, duration: now - start,
                        status: nil, failure: .transport(.timedOut)))
            }
            return RetryReport(attempts: reports, reason: .deadline)
        }
    }
}

extension Result<APIResponse, any Error> {
    /// What the result of an attempt means for the health of the origin.
    var outcome: AttemptOutcome {
        switch self {
        case .success(let response): AttemptOutcome(status: response.http.statusCode)
        case .failure(let error) where error.failureOrigin != nil: .neutral
        case .failure(let error): RetryFailure(error).outcome
        }
    }
}
