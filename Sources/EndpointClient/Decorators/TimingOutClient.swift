/// A client whose calls, or whose attempts, end in time.
///
/// The limit is noted in the request's context, where every client of this library that waits sees it. Around a client that does
/// not look there, such as one of your own, the call is raced against the clock: it then ends in time whatever that client does.
public struct TimingOutClient: ClientDecorator {
    /// What is limited.
    public enum Scope: Hashable, Sendable {
        /// The call, with all that happens in it: attempts, waits, a refreshed credential, a turn in the queue.
        case call
        /// Each exchange with the server, from when it is let in; a turn in the queue does not count.
        case attempt
    }

    /// The client whose time is limited.
    public let upstream: any APIClient

    /// How long it may take.
    public let limit: Duration

    /// What is limited.
    public let scope: Scope

    private let time: ElapsedClock
    private let isTrusting: Bool

    /// A client around another one. A limit below zero counts as zero: nothing is sent.
    public init(
        _ upstream: any APIClient, after limit: Duration, scope: Scope = .call,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.upstream = upstream
        self.limit = max(limit, .zero)
        self.scope = scope
        time = ElapsedClock(clock)
        isTrusting = upstream.enforcesDeadlines
    }

    /// - Throws: `URLError.timedOut` when the time is over; otherwise what the client throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        switch scope {
        case .call: request.context.deadline = deadline().earlier(request.context.deadline)
        case .attempt: request.context.attemptLimit = min(limit, request.context.attemptLimit ?? limit)
        }
        try request.context.checkDeadline()
        if isTrusting { return try await upstream.send(request) }
        return try await race(request, against: deadline().earlier(request.context.deadline))
    }

    private func deadline() -> CallDeadline {
        let end = time.now() + limit
        return CallDeadline(after: limit, ofAttempt: scope == .attempt) { [time] in end - time.now() }
    }
}

extension TimingOutClient {
    /// Sends in a task of its own, which is cancelled when the time is over, before anyone is told: it begins nothing more,
    /// nobody waits for it, and what it does is told to nobody.
    private func race(_ request: APIRequest, against deadline: CallDeadline) async throws -> APIResponse {
        try Task.checkCancellation()
        let answer = Promise<APIResponse>(), isGivenUp = Locked(false)
        var request = request
        request.context.mute { isGivenUp.withLock { $0 } }
        let work = work(request, answer)
        let giveUp: @Sendable (any Error) -> Void = { error in
            isGivenUp.withLock { $0 = true }
            work.cancel()
            answer.resolve(.failure(error))
        }
        let alarm = Task { [time] in
            try await time.sleep(time.now() + deadline.timeLeft)
            giveUp(deadline.error)
        }
        defer { alarm.cancel() }
        return try await withTaskCancellationHandler {
            try await answer.value {}
        } onCancel: {
            giveUp(CancellationError())
        }
    }

    /// Once it is cancelled, whatever comes of it comes too late.
    private func work(_ request: APIRequest, _ answer: Promise<APIResponse>) -> Task<Void, Never> {
        Task { [upstream] in
            let result = await Result { try await upstream.send(request) }
            if !Task.isCancelled { answer.resolve(result) }
        }
    }
}

extension TimingOutClient: OrderedLayer, DeadlineEnforcing {
    /// `TimingOut(60 s)`
    public var name: String { scope == .call ? "TimingOut(\(limit.shortText))" : "TimingOut(\(limit.shortText) each)" }

    package var rank: LayerOrder { scope == .call ? .callDeadline : .attemptDeadline }
}

extension APIClient {
    /// This client, whose calls end within a time, with all their attempts and waits.
    public func timingOut(after limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimingOutClient {
        TimingOutClient(self, after: limit, clock: clock)
    }

    /// This client, each of whose exchanges with the server ends within a time. Put it inside `retrying()`.
    public func timingOut(
        eachAttemptAfter limit: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> TimingOutClient {
        TimingOutClient(self, after: limit, scope: .attempt, clock: clock)
    }
}
