/// The decorators of a client, in the right order.
///
/// ```
/// Logging, Metering › Tracing › IdempotencyKeying › FallingBack › TimingOut(60 s) › Coalescing › Caching › Retrying
///     › Hedging › Adapting › Authorizing › Limiting › CircuitBreaking › TimingOut(20 s each) › Signing
/// ```
///
/// A decorator that is nil is left out. The defaults are retries, the two deadlines, and keys for endpoints that
/// require them.
public struct ClientStack: Sendable {
    /// Where log entries are written.
    public var log: LogSink?

    /// What the log shows in addition to its lines.
    public var logDetails: LogDetails = []

    /// A closure that gets all events.
    public var meter: (@Sendable (CallEvent) -> Void)?

    /// Makes the `Idempotency-Key` of each call of an `IdempotencyKeyedEndpoint`: a random UUID in quotes if nil.
    public var makeIdempotencyKey: (@Sendable () -> String)?

    /// The client that is used when a call fails. The deadline does not apply to it.
    public var fallback: (any APIClient)?

    /// How long a call may take, with all its attempts. As long as it is not set, the time in which the body of a
    /// request is sent doesn't count, and a longer `CallTimeouts.head` extends it.
    public var deadline: Duration? = .seconds(60) { didSet { isDefaultDeadline = false } }
    private var isDefaultDeadline = true

    /// Whether equal calls at the same time share one exchange. They only do within one stack: make it once.
    public var isCoalescing = false

    /// The app's span in a distributed trace, as a `traceparent` header (W3C Trace Context): if the closure returns
    /// nil, each call starts a new trace. Each request of a call is a span of its own.
    public var traceParent: (@Sendable () -> String?)?

    /// The `tracestate` that belongs to ``traceParent``, which is sent unchanged with each request.
    public var traceState: (@Sendable () -> String?)?

    /// Where responses are stored and found again: `.memory()`.
    public var cache: HTTPCache?

    /// When a failed call is retried.
    public var retry: RetryPolicy? = .standard

    /// How many retries and hedges an origin gets.
    public var budget = RetryBudget.standard

    /// When a call that is slow is sent a second time; never if nil.
    public var hedge: HedgePolicy?

    /// A closure that edits the request of each attempt.
    public var adapt: (@Sendable (inout APIRequest) async throws -> Void)?

    /// The credential: `.bearer(token)` and other fixed ones, `.provided { … }` or `.refreshing(tokens)`.
    public var credential: CredentialSource?

    /// Signs each request as it is sent.
    public var sign: (@Sendable (inout SignableRequest) async throws -> Void)?

    /// How many calls are sent to an origin at the same time, or in a second. Quotas that a server says are used up are
    /// then waited for.
    public var limit: CallLimit?

    /// When the circuit of an origin that keeps failing opens.
    public var breaker: CircuitBreakerPolicy?

    /// How long each exchange with the server may wait for the response. The time in which a body is transferred
    /// doesn't count.
    public var attemptDeadline: Duration? = .seconds(20) { didSet { isDefaultAttemptDeadline = false } }
    private var isDefaultAttemptDeadline = true

    /// The source of all times, waits and dates of events, and of the random numbers for jitter and span identifiers.
    /// As long as it is not set, it is that of the client: around one that answers from memory, such as a mock or a
    /// replay, a wait ends at once.
    public var time: TimeSource = .system { didSet { isDefaultTime = false } }
    private var isDefaultTime = true

    /// The retries and deadlines that suit most apps.
    public init() {}

    /// The decorators around a client.
    func around(_ client: any APIClient) -> any APIClient {
        var stack = self
        if isDefaultTime { stack.time = client.traits.time }
        return stack.observing(
            stack.tracing(
                stack.endingInTime(stack.sharing(stack.caching(stack.repeating(stack.sending(client)))))
                    .addingIdempotencyKeys(makeKey: makeIdempotencyKey)))
    }

    /// The decorators of each attempt.
    private func sending(_ client: any APIClient) -> any APIClient {
        var client = client
        if let sign { client = client.signing(sign) }
        if let attemptDeadline {
            client = TimingOutClient(
                client, after: attemptDeadline, from: .stack(isDefault: isDefaultAttemptDeadline), scope: .attempt,
                time: time)
        }
        if let breaker { client = client.circuitBreaking(breaker, time: time) }
        if let limit { client = client.limiting(limit, time: time) }
        if let credential { client = AuthorizingClient(client, for: nil, credential, time: time) }
        return adapt.map { client.adapting(time: time, $0) } ?? client
    }

    /// Hedges, and retries around them.
    private func repeating(_ client: any APIClient) -> any APIClient {
        let client = hedge.map { client.hedging($0, budget: budget, time: time) } ?? client
        return retry.map { client.retrying($0, budget: budget, time: time) } ?? client
    }

    private func caching(_ client: any APIClient) -> any APIClient {
        cache.map { client.caching(in: $0, time: time) } ?? client
    }

    private func sharing(_ client: any APIClient) -> any APIClient {
        isCoalescing ? client.coalescing() : client
    }

    private func endingInTime(_ client: any APIClient) -> any APIClient {
        var client = client
        if let deadline {
            client = TimingOutClient(
                client, after: deadline, from: .stack(isDefault: isDefaultDeadline), scope: .call, time: time)
        }
        return fallback.map { client.fallingBack(to: $0) } ?? client
    }

    private func tracing(_ client: any APIClient) -> any APIClient {
        traceParent.map { client.tracing(parent: $0, state: traceState ?? { nil }, time: time) } ?? client
    }

    private func observing(_ client: any APIClient) -> any APIClient {
        var client = client
        if let meter { client = client.metering(time: time, meter) }
        return log.map { client.logging(to: $0, showing: logDetails, time: time) } ?? client
    }
}

extension APIClient {
    /// This client with the decorators that suit most apps: failed calls are retried if that may help, a call ends
    /// within a minute, an exchange within 20 s, and endpoints that require it get an `Idempotency-Key`.
    ///
    /// Every use makes a new stack. All stacks around one client that stores its ``ClientTraits`` share their retry
    /// budget.
    public var standard: any APIClient { ClientStack().around(self) }

    /// This client with the decorators of ``standard``, with changes and additions, in the right order:
    /// `client.standard { $0.credential = .bearer(token) }`.
    public func standard(_ change: (inout ClientStack) -> Void) -> any APIClient {
        var stack = ClientStack()
        change(&stack)
        return stack.around(self)
    }
}
