/// A client whose calls, or whose attempts, end in time.
struct TimingOutClient: ClientDecorator {
    /// What is limited.
    enum Scope: Sendable {
        /// The whole call: attempts, waits between them, the refresh of a credential, waits in
        /// a queue.
        case call
        /// Each exchange with the server, without the wait in a queue before it.
        case attempt
    }

    /// The client whose time is limited.
    let upstream: any APIClient

    private let limit: Duration
    private let scope: Scope
    private let time: TimeSource
    private let isEnforced: Bool
    private let isRetrying: Bool

    init(_ upstream: any APIClient, after limit: Duration, scope: Scope, time: TimeSource) {
        self.upstream = upstream
        self.limit = max(limit, .zero)
        self.scope = scope
        self.time = time
        isEnforced = upstream.traits.enforcesDeadlines
        isRetrying = !isEnforced && upstream.layers.contains { $0.order == .retrying }
    }

    var traits: ClientTraits {
        var traits = inheritedTraits()
        traits.enforcesDeadlines = true
        return traits
    }

    /// `TimingOut(60 s)`
    var name: String { scope == .call ? "TimingOut(\(limit.shortText))" : "TimingOut(\(limit.shortText) each)" }

    var order: LayerOrder? { scope == .call ? .callDeadline : .attemptDeadline }

    /// - Throws: `URLError.timedOut` when the time is over; otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        switch scope {
        case .call:
            let deadline = Deadline(after: limit, of: .call, on: time)
            request.context.deadline = deadline.earlier(request.context.deadline)
        case .attempt:
            if limit == .zero {
                throw Deadline(after: limit, of: .attempt, on: time).error.attributed(to: .beforeSending)
            }
            request.context.attemptLimit = min(limit, request.context.attemptLimit ?? limit)
        }
        try request.context.checkDeadline()
        if isEnforced { return try await upstream.send(request) }
        let attempt = scope == .attempt ? Deadline(after: limit, of: .attempt, on: time) : nil
        let race = Race(until: request.context.deadline, attempt: attempt, on: time)
        if isRetrying { return try await send(request, keepingAttemptsWithin: race) }
        return try await upstream.send(request, within: race)
    }

    /// Sends through a client that retries, and adds the attempts to the error if the time is over before that client
    /// has added them.
    private func send(_ request: APIRequest, keepingAttemptsWithin race: Race) async throws -> APIResponse {
        let attempts = ObservedAttempts(on: time)
        var request = request
        request.context.observe { signal in
            if case .step(let step, _) = signal, !race.isLost { attempts.observe(step) }
        }
        do {
            return try await upstream.send(request, within: race)
        } catch let error where race.isLost && !(error is CancellationError) {
            throw error.reporting(attempts.report(isQueued: race.isQueued))
        }
    }
}

extension APIClient {
    /// Wraps this client to end each call within a time, with all its attempts and waits.
    ///
    /// The limit is set in the context of the request. Every client of this library that waits enforces it there.
    /// Around any other client, which does not declare ``ClientTraits/enforcesDeadlines``, each call runs in a task of
    /// its own, which is cancelled and abandoned when the time is over.
    ///
    /// A limit below zero counts as zero: nothing is sent.
    public func timingOut(after limit: Duration, time: TimeSource = .system) -> some ClientDecorator {
        TimingOutClient(self, after: limit, scope: .call, time: time)
    }

    /// Wraps this client to end each exchange with the server within a time. Put it inside `retrying()`.
    public func timingOut(
        eachAttemptAfter limit: Duration, time: TimeSource = .system
    ) -> some ClientDecorator {
        TimingOutClient(self, after: limit, scope: .attempt, time: time)
    }
}
