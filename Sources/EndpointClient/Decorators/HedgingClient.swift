/// A client that sends a safe request a second time if its response is late, as its `HedgePolicy` decides, and returns
/// the first good response.
struct HedgingClient: ClientDecorator {
    /// The client that sends each request.
    let upstream: any APIClient

    let policy: HedgePolicy
    let states: Locked<PerOrigin<HedgeState>>
    let budgets: Locked<PerOrigin<RetryBudget>>
    let time: TimeSource

    var order: LayerOrder? { .hedging }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    /// A second attempt of a call isn't hedged: a call is either retried or hedged.
    func send(_ request: APIRequest) async throws -> APIResponse {
        guard policy.mayHedge(request), request.context.attemptNumber <= 1 else {
            return try await upstream.send(request)
        }
        try Task.checkCancellation()
        let now = time.now()
        let delay = states.withLock { $0.update(request.origin) { $0.begin(at: now) } }
        let call = HedgedCall(of: request, at: now)
        let (arrivals, arrive) = AsyncStream.makeStream(of: HedgedCall.Arrival.self)
        let first = start(.first, of: call, arrive)
        let cancelAlarm = time.alarm(now + delay) { arrive.yield(.delay) }
        var second: Task<Void, Never>?
        defer {
            call.end()
            cancelAlarm()
            first.cancel()
            second?.cancel()
        }
        for await arrival in arrivals {
            switch arrival {
            case .delay:
                if mayHedge(call) {
                    call.beginSecond(at: time.now())
                    second = start(.second, of: call, arrive)
                }
            case .result(let member, let result):
                if let result = conclude(member, result, of: call) { return try result.get() }
            }
        }
        throw CancellationError()  // The sequence ends when the caller is cancelled.
    }

    /// Sends a request in a task of its own, because the one that loses is cancelled. A client that ignores the
    /// cancellation is not waited for.
    private func start(
        _ member: HedgedCall.Member, of call: HedgedCall, _ arrive: AsyncStream<HedgedCall.Arrival>.Continuation
    ) -> Task<Void, Never> {
        let request = call.request(of: member)
        return Task { [upstream] in
            let result = await Result {
                try Task.checkCancellation()
                return try await upstream.send(request)
            }
            arrive.yield(.result(member, result))
        }
    }

    /// Whether the second request is sent now, which is then paid for: it costs a token of the state, and as much of
    /// the retry budget as a failed attempt.
    private func mayHedge(_ call: HedgedCall) -> Bool {
        guard call.passDelay(), !call.request.context.isLate else { return false }
        let (now, origin) = (time.now(), call.request.origin)
        let hasBudget = budgets.withLock { $0.update(origin) { $0.allowsRetry } }
        guard states.withLock({ $0.update(origin) { $0.hedge(at: now, hasBudget: hasBudget) } }) else { return false }
        budgets.withLock { $0.update(origin) { _ = $0.record(.failure, at: now) } }
        return true
    }

    /// Records the result of a request, and returns that of the call if it is over.
    private func conclude(
        _ member: HedgedCall.Member, _ result: Result<APIResponse, any Error>, of call: HedgedCall
    ) -> Result<APIResponse, any Error>? {
        let isGood = result.isGood(for: call.request)
        let (now, origin) = (time.now(), call.request.origin)
        if !isGood, let wait = result.pushBack(at: time.date()) {
            states.withLock { $0.update(origin) { $0.pushBack(for: wait, at: now) } }
        }
        guard let final = call.end(member, result, isGood: isGood, at: now) else { return nil }
        if let isLate = final.isLate {
            states.withLock { states in
                states.update(origin) { $0.end(after: now - call.start, isGood: isGood, isLate: isLate, at: now) }
            }
        }
        if call.request.context.attemptNumber == 0 {
            let isTimeout = if case .failure(let error) = final.result { RetryFailure(error).isTimeout } else { false }
            budgets.withLock { budgets in
                budgets.update(origin) {
                    _ = $0.record(final.result.outcome, isTimeout ? .timeout : .other, at: now)
                }
            }
        }
        return final.result
    }
}

extension APIClient {
    /// Wraps this client to send a request a second time if there is no response after a delay: by default after a
    /// second. The first good response is returned, and the other request is cancelled.
    ///
    /// Only safe methods are sent twice (RFC 9110 §9.2.1), and no body that is a stream. A request that waits in a
    /// queue or for a credential isn't, because the second would wait too. The second requests of an origin are limited
    /// to 5 % of its calls, or 1 % while more than a tenth of them take longer than the delay, and to what its retry
    /// budget allows. None is sent for a while after the server has answered 429 or 503, or with `Retry-After`.
    ///
    /// The race is for the head of the response: the body of a stream comes from the request that won it. If neither
    /// response is good, the result is a failing response, if there is one, and otherwise the error of the first
    /// request. It is not retried, and a call that is retried isn't hedged.
    ///
    /// Put it inside `retrying()` and outside `authorizing(_:for:)`. Copies share the state of each origin, and so do
    /// all clients with the same policy around one client that stores its ``ClientTraits``, unless they have a time
    /// source of their own. Retries with the same `budget` share it with hedges. `time` measures the delays.
    public func hedging(
        _ policy: HedgePolicy = .standard, budget: RetryBudget = .standard, time: TimeSource = .system
    ) -> some ClientDecorator {
        let traits = traits, origin = traits.baseOrigin
        // The times of the state belong to its clock, so that only those of the system's can be shared.
        let health = time.isSystem ? traits.health : ServerHealth()
        return HedgingClient(
            upstream: self, policy: policy, states: health.hedges(policy.clamped, baseOrigin: origin),
            budgets: traits.health.budgets(budget, baseOrigin: origin), time: time)
    }
}

/// The one or two requests of a call, until one of them has won.
private final class HedgedCall: Sendable {
    enum Member: Sendable {
        case first, second
    }

    enum Arrival: Sendable {
        /// The delay has passed.
        case delay
        /// A request has ended.
        case result(Member, Result<APIResponse, any Error>)
    }

    /// A request that has ended.
    fileprivate struct Ended: Sendable {
        let member: Member
        let result: Result<APIResponse, any Error>
        let time: Duration
    }

    /// The end of a call.
    private struct Decision: Sendable {
        let winner: Ended
        /// The other request, if it has failed before.
        let loser: Ended?
        let secondStart: Duration?
        let isLate: Bool?
    }

    private struct State {
        /// Since when the second request is under way; nil if there is none.
        var secondStart: Duration?
        /// The request that has failed while the other one is under way.
        var failed: Ended?
        var winner: Member?
        var isOver = false
        var isLate = false
        /// Whether the first request waits in a queue or for a credential, and whether it has.
        var isWaiting = false
        var hasWaited = false
    }

    let request: APIRequest
    let start: Duration
    private let state = Locked(State())

    /// A call whose first request is sent now.
    init(of request: APIRequest, at start: Duration) {
        (self.request, self.start) = (request, start)
    }

    /// The request that is sent. Its steps are not reported once it has lost.
    func request(of member: Member) -> APIRequest {
        var request = request
        request.context.mute { [self] in state.withLock { $0.isOver && $0.winner != member } }
        if member == .second {
            request.progress = nil
            request.startSpan()
        } else {
            request.context.observe { [self] in observe($0) }
        }
        return request
    }

    private func observe(_ signal: CallSignal) {
        switch signal {
        case .step(.queued, _), .step(.waitingForCredential, _):
            state.withLock { ($0.isWaiting, $0.hasWaited) = (true, true) }
        case .step(.admitted, _), .began: state.withLock { $0.isWaiting = false }
        default: break
        }
    }

    /// The delay has passed. Returns whether the first request has no response yet, although it does not wait itself.
    func passDelay() -> Bool {
        state.withLock { state in
            state.isLate = !state.isOver && !state.isWaiting
            return state.isLate
        }
    }

    /// The second request is sent.
    func beginSecond(at now: Duration) {
        state.withLock { $0.secondStart = now }
        request.context.emit(.decided(name: "hedged", fields: ["after": .seconds(now - start)]))
        request.context.report(HedgeReport(delay: now - start))
    }

    /// A request has ended. Returns the result of the call if it is over, and whether it took longer than the delay:
    /// nil if the request has waited before it was sent, so that this says nothing about the server.
    func end(
        _ member: Member, _ result: Result<APIResponse, any Error>, isGood: Bool, at now: Duration
    ) -> (result: Result<APIResponse, any Error>, isLate: Bool?)? {
        let own = Ended(member: member, result: result, time: now)
        let decision: Decision? = state.withLock { state in
            if !isGood, state.secondStart != nil, state.failed == nil {
                state.failed = own
                return nil
            }
            let isOwn = isGood || state.failed.map { own.isBetter(than: $0) } ?? true
            let (winner, loser) = isOwn ? (own, state.failed) : (state.failed ?? own, own)
            (state.isOver, state.winner) = (true, winner.member)
            return Decision(
                winner: winner, loser: loser, secondStart: state.secondStart,
                isLate: state.hasWaited ? nil : state.isLate)
        }
        guard let decision else { return nil }
        if let secondStart = decision.secondStart {
            report(decision, secondStart: secondStart, isGood: isGood, at: now)
        }
        return (decision.winner.result, decision.isLate)
    }

    /// Nothing is reported any more, except by the request that has won.
    func end() {
        state.withLock { $0.isOver = true }
    }

    private func report(_ decision: Decision, secondStart: Duration, isGood: Bool, at now: Duration) {
        let isSecond = decision.winner.member == .first
        let end = decision.loser?.time ?? now
        request.context.report(
            HedgeReport(
                delay: secondStart - start,
                other: .init(
                    isSecond: isSecond, duration: end - (isSecond ? secondStart : start),
                    status: decision.loser?.status, failure: decision.loser?.failure ?? .cancelled,
                    winningDuration: decision.winner.time - (isSecond ? start : secondStart))))
        if isGood, !isSecond {
            request.context.emit(.decided(name: "hedgeWon", fields: ["after": .seconds(now - start)]))
        }
    }
}

extension HedgedCall.Ended {
    fileprivate var status: Int? { try? result.get().http.statusCode }

    fileprivate var failure: RetryFailure {
        switch result {
        case .success(let response): .status(response.http.statusCode)
        case .failure(let error): RetryFailure(error)
        }
    }

    /// Whether a failure says more than the one before it: a response more than none, otherwise that of the first
    /// request.
    fileprivate func isBetter(than other: Self) -> Bool {
        (status == nil) == (other.status == nil) ? member == .first : status != nil
    }
}

extension Result<APIResponse, any Error> {
    /// Whether it is the response of a server that works, or one that the endpoint accepts.
    fileprivate func isGood(for request: APIRequest) -> Bool {
        guard case .success(var response) = self else { return false }
        return outcome == .success || response.isAccepted(by: request)
    }

    /// How long the server wants no further request: zero for 429 or 503 without `Retry-After`, nil if it says nothing.
    fileprivate func pushBack(at date: Date) -> Duration? {
        let http =
            switch self {
            case .success(let response): Optional(response.http)
            case .failure(let error): error.httpError?.response
            }
        guard let http else { return nil }
        return http.retryAfter(from: date) ?? ([429, 503].contains(http.statusCode) ? .zero : nil)
    }
}
