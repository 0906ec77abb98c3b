/// Which decorators a client gets, in the order that works.
///
/// ```
/// Logging, Metering › FallingBack › TimingOut(60 s) › IdempotencyKeying › Tracing › Retrying › Adapting › Authorizing › CircuitBreaking › TimingOut(20 s each)
/// ```
///
/// What is nil is left out. By default there are retries and the two deadlines, and keys for endpoints that ask for them.
public struct ClientStack: Sendable {
    /// Where a log goes.
    public var log: LogSink?

    /// What the log shows besides its lines.
    public var logDetails: LogDetails = []

    /// Who is told all that happens.
    public var meter: (@Sendable (CallEvent) -> Void)?

    /// Who is asked when there is no answer. It has a time of its own: the deadline ends before.
    public var fallback: (any APIClient)?

    /// How long a call may take, with all its attempts.
    public var deadline: Duration? = .seconds(60)

    /// Where the app is in a distributed trace: a closure that says nil begins a new trace for each call.
    public var traceParent: (@Sendable () -> TraceContext?)?

    /// When a failed call is tried again.
    public var retry: RetryPolicy? = .standard

    /// What an origin allows of that.
    public var budget = RetryBudget.standard

    /// An edit of each request, attempt by attempt.
    public var adapt: (@Sendable (inout APIRequest) async throws -> Void)?

    /// A credential that does not change.
    public var credential: Credential?

    /// A credential that is refreshed; it stands for the other one.
    public var refreshingCredential: RefreshingCredential?

    /// When an origin is left alone.
    public var breaker: CircuitBreakerPolicy?

    /// How long each exchange with the server may take.
    public var attemptDeadline: Duration? = .seconds(20)

    /// What measures every wait.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The retries and deadlines that suit most apps.
    public init() {}
}

extension ClientStack {
    /// The decorators around a client.
    func around(_ client: any APIClient) -> any APIClient {
        watching(limiting(repeating(sending(client))))
    }

    /// What happens to each exchange.
    private func sending(_ client: any APIClient) -> any APIClient {
        var client = client
        if let attemptDeadline { client = client.timingOut(eachAttemptAfter: attemptDeadline, clock: clock) }
        if let breaker { client = client.circuitBreaking(breaker, clock: clock) }
        if let refreshingCredential {
            client = client.authorizing(with: refreshingCredential)
        } else if let credential {
            client = client.authorizing(credential)
        }
        return adapt.map { client.adapting($0) } ?? client
    }

    /// What happens to each call.
    private func repeating(_ client: any APIClient) -> any APIClient {
        var client = client
        if let retry { client = client.retrying(retry, budget: budget, clock: clock) }
        if let traceParent { client = client.tracing(parent: traceParent) }
        return client.addingIdempotencyKeys()
    }

    private func limiting(_ client: any APIClient) -> any APIClient {
        var client = client
        if let deadline { client = client.timingOut(after: deadline, clock: clock) }
        return fallback.map { client.fallingBack(to: $0) } ?? client
    }

    private func watching(_ client: any APIClient) -> any APIClient {
        var client = client
        if let meter { client = client.metering(clock: clock, meter) }
        return log.map { client.logging(to: $0, showing: logDetails, clock: clock) } ?? client
    }
}

extension APIClient {
    /// This client as most apps want it: failed calls are tried again while that helps, a call ends within a minute, an exchange
    /// within 20 s, and endpoints that ask for it get an `Idempotency-Key`.
    public var standard: any APIClient { ClientStack().around(self) }

    /// This client with the decorators of ``standard``, and others besides or instead, in the order that works:
    /// `client.standard { $0.credential = .bearer(token) }`.
    public func standard(_ change: (inout ClientStack) -> Void) -> any APIClient {
        var stack = ClientStack()
        change(&stack)
        return stack.around(self)
    }
}
