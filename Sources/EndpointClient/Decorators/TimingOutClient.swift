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

    private let limit: Deadline.Limit
    private let scope: Scope
    private let time: TimeSource
    private let isEnforced: Bool
    private let isRetrying: Bool

    init(
        _ upstream: any APIClient, after limit: Duration, from source: Deadline.Source = .decorator, scope: Scope,
        time: TimeSource
    ) {
        self.upstream = upstream
        self.limit = Deadline.Limit(max(limit, .zero), from: source)
        self.scope = scope
        self.time = time
        isEnforced = upstream.traits.enforcesDeadlines
        isRetrying = !isEnforced && upstream.layers.contains { $0.order == .retrying }
    }

    var traits: ClientTraits {
        var traits = inheritedTraits()
        traits.enforcesDeadlines = true
        traits.time = time
        return traits
    }

    /// `TimingOut(60 s)`
    var name: String { "TimingOut(\(limit.duration.shortText)\(scope == .call ? "" : " each"))" }

    var order: LayerOrder? { scope == .call ? .callDeadline : .attemptDeadline }

    /// - Throws: `URLError.timedOut` when the time is over; otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        switch scope {
        case .call: setDeadline(of: &request)
        case .attempt: try setAttemptLimit(of: &request)
        }
        try request.context.checkDeadline()
        if isEnforced { return try await upstream.send(request) }
        let attempt = scope == .attempt ? request.attemptDeadline(on: time) : nil
        let race = Race(until: request.context.deadline, attempt: attempt, on: time)
        if isRetrying { return try await send(request, keepingAttemptsWithin: race) }
        return try await upstream.send(request, within: race)
    }

    /// Limits the call, unless it has a limit of its own. A default limit is at least as long as that of an attempt,
    /// and does not run while the body of the request flows.
    private func setDeadline(of request: inout APIRequest) {
        let timeouts = request.context.timeouts
        if timeouts?.limit(\.call) != nil { return }
        guard case .stack(isDefault: true) = limit.source else {
            let deadline = Deadline(after: limit, of: .call, on: time)
            return request.context.deadline = deadline.earlier(request.context.deadline)
        }
        let longest = max(limit.duration, timeouts?.limit(\.head)?.duration ?? .zero)
        let deadline = Deadline(
            after: .init(longest, from: limit.source), of: .call, on: time,
            without: request.hasBody ? UploadFlow() : nil)
        request.context.deadline = deadline.earlier(request.context.deadline)
        guard request.hasBody else { return }
        request.context.observe { [time] signal in
            if case .body(let report) = signal { deadline.record(report, at: time.now()) }
        }
    }

    /// Limits the attempt, unless the call or its endpoint has a limit for it.
    private func setAttemptLimit(of request: inout APIRequest) throws {
        if request.context.timeouts?.limit(\.head) == nil,
            request.context.attempt.map({ limit.duration < $0.duration }) ?? true
        {
            request.context.attempt = limit
        }
        guard let attempt = request.context.attempt, attempt.duration == .zero else { return }
        throw Deadline(after: attempt, of: .attempt, on: time).error.attributed(to: .beforeSending)
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
    /// An endpoint or a call with a limit of its own, `CallTimeouts.call`, has that one instead. Time counts even
    /// while the body of a request is sent, unlike that of the default deadline of ``standard``.
    ///
    /// The limit is set in the context of the request. Every client of this library that waits enforces it there.
    /// Around any other client, which does not declare ``ClientTraits/enforcesDeadlines``, each call runs in a task of
    /// its own, which is cancelled and abandoned when the time is over.
    ///
    /// A limit below zero counts as zero: nothing is sent.
    public func timingOut(after limit: Duration, time: TimeSource = .system) -> some ClientDecorator {
        TimingOutClient(self, after: limit, scope: .call, time: time)
    }

    /// Wraps this client to end each exchange with the server that waits longer than a time. The time in which the
    /// body of the request or the response is transferred doesn't count, and `CallTimeouts.head` of an endpoint or a
    /// call replaces the limit. Put it inside `retrying()`.
    public func timingOut(
        eachAttemptAfter limit: Duration, time: TimeSource = .system
    ) -> some ClientDecorator {
        TimingOutClient(self, after: limit, scope: .attempt, time: time)
    }
}

extension APIRequest {
    /// Whether it has a body that may take time to send.
    var hasBody: Bool { body != nil || urlRequest.httpBody.map { !$0.isEmpty } ?? false }

    /// The deadline of an attempt that begins now; nil without a limit.
    func attemptDeadline(on time: TimeSource) -> Deadline? {
        context.attempt.map {
            Deadline(after: $0, of: .attempt, on: time, without: hasBody ? UploadFlow() : nil)
        }
    }
}
