/// A step of a call and its time. Logs and metrics are made from events.
public struct CallEvent: Sendable {
    /// The time since the call began.
    public private(set) var elapsed: Duration

    /// What happened.
    public private(set) var step: CallStep

    /// How many bytes of a stream had been read when its call ended; nil for any other step, and for a body that was collected.
    public private(set) var streamedBytes: Int64?

    package let observedCall: ObservedCall

    package init(_ call: ObservedCall, elapsed: Duration, step: CallStep) {
        (observedCall, self.elapsed, self.step) = (call, elapsed, step)
    }

    /// When it happened: the time of day when the call began, and ``elapsed`` since then.
    public var date: Date { observedCall.date + elapsed.inSeconds }

    /// The number of the call, from 1. A log counts the calls of all clients with the same sink, a meter those of its client.
    public var call: UInt64 { observedCall.number }

    /// The request of the call. Its secrets are not redacted.
    public var request: APIRequest { observedCall.request }

    /// The span that this event belongs to: for ``CallStep/sending(_:)`` and ``CallStep/sent(_:)`` that of the request, otherwise that of
    /// the call. Nil if the call is not traced.
    public var trace: TraceContext? {
        switch step {
        case .sending(let report), .sent(let report): report.trace ?? request.context.trace?.context
        default: request.context.trace?.context
        }
    }

    /// The server that the request of this event is sent to, and otherwise that of the call, also where its URL is relative. Nil if the
    /// client has no base URL.
    public var server: Origin? {
        switch step {
        case .sending(let report), .sent(let report): report.server
        default: request.urlRequest.url.flatMap { Origin($0) } ?? observedCall.baseOrigin
        }
    }

    /// The timings and the connection of the exchange that this step ends: of an attempt, or of a call that ended with a response. Nil
    /// for all other steps, and where the client does not report them.
    ///
    /// A retrying client reports each exchange that was answered with ``CallStep/attempted(_:)``, and the end of the call reports the last
    /// one again.
    public var metrics: ExchangeMetrics? {
        switch step {
        case .attempted(let report): report.metrics
        case .ended(.success(let response)): response.metrics
        default: nil
        }
    }

    /// Moves on to the next step of the same call.
    package mutating func advance(to step: CallStep, elapsed: Duration, streamedBytes: Int64? = nil) {
        (self.step, self.elapsed, self.streamedBytes) = (step, elapsed, streamedBytes)
    }
}

extension CallEvent: DescriptionOnly {
    /// The step in one line, without secrets: `#1 GET books/1 BookEndpoint, 0.120 s: ended with 200 OK, 512 bytes`.
    public var description: String {
        let redaction = observedCall.redaction
        let summary = "\(RequestSummary.methodAndURL(request.urlRequest, redaction)) \(type(of: request.endpoint))"
        let bytes = streamedBytes.map { " after \($0.counted("byte"))" } ?? ""
        return "#\(call) \(summary), \(elapsed.brief): \(step.text(redaction))\(bytes)"
    }
}

/// A step in the life of a call. A decision carries its reason.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CallStep: Sendable {
    /// The call began.
    case began
    /// An attempt ended, with success or failure.
    case attempted(AttemptReport)
    /// An attempt failed, and the next one follows after a wait.
    case retrying(after: Duration, because: RetryFailure)
    /// An attempt failed, and none follows.
    case gaveUp(GiveUpReason)
    /// A request of a traced call is sent now.
    indirect case sending(SendReport)
    /// A request of a traced call has a response, or failed.
    indirect case sent(SendReport)
    /// The server answered with a redirect, and the client follows it.
    case redirected(status: Int, to: Origin)
    /// The call waits in a queue, for instance because as many calls to the origin are under way as may be at once. Its time does not
    /// count for the limit of an attempt.
    case queued
    /// The call has left the queue after this time, and may be sent.
    case admitted(after: Duration)
    /// The call needs a credential that is being refreshed, and waits for it.
    case waitingForCredential
    /// The server refused the credential, and the request is sent again with a newer one.
    case replaying
    /// The call has no credential, for this reason.
    case noCredential(because: String)
    /// A refresh of the credential failed for this reason, and no call waits for it: the calls have a credential for a while yet, and one
    /// of the next ones begins another refresh. It belongs to the call that began the refresh, which may have ended before.
    case refreshFailed(because: String)
    /// The failure of this call opened the circuit breaker: the server gets no calls for this long.
    case breakerOpened(for: Duration)
    /// The circuit breaker closed: the server answers again.
    case breakerClosed
    /// The circuit breaker refused the call, and refuses others for this long.
    case breakerRejected(for: Duration)
    /// The call failed for this reason, and the fallback answers it.
    case fellBack(because: String)
    /// A mistake in how the client is put together, such as decorators in the wrong order.
    case warned(String)
    /// The head of a response arrived, whose body the caller reads as a stream. The call ends when the stream does.
    case streaming(APIResponse)
    /// The call ended. A response is not decoded yet at this point, so reading its content may still fail.
    ///
    /// If the body is read as a stream, this is the end of the stream: a failure is what broke it off, or a `CancellationError` if the
    /// caller no longer reads it. The response is the head, without chunks.
    case ended(Result<APIResponse, any Error>)
}

extension CallStep: DescriptionOnly {
    /// A few words, without secrets: `not tried again: all attempts are used up`.
    public var description: String { text(.standard) }
}

extension CallStep {
    /// A few words, without the secrets that a redaction finds.
    package func text(_ redaction: Redaction) -> String {
        switch self {
        case .began: "began"
        case .attempted(let report): "\(report)"
        case .retrying(let wait, let failure): "\(failure): tried again in \(wait.brief)"
        case .gaveUp(let reason): "not tried again: \(reason)"
        case .sending(let report): "sends \(report)"
        case .sent(let report): "sent \(report)"
        case .redirected(let status, let origin): "\(HTTPStatus.line(status)): on to \(origin)"
        case .warned(let sentence): "the client is out of order: \(redaction.reason(sentence))"
        case .queued: "waits in a queue"
        case .admitted(let wait): "was let through after \(wait.brief) in a queue"
        case .waitingForCredential: "waits for a credential that is being refreshed"
        case .replaying: "401 Unauthorized: sent again with a new credential"
        case .noCredential(let reason): redaction.reason(reason)
        case .refreshFailed(let reason): "the credential could not be refreshed: \(redaction.reason(reason))"
        case .breakerOpened(let pause): "the server keeps failing: it is left alone for \(pause.brief)"
        case .breakerClosed: "the server is well again"
        case .breakerRejected(let pause): "not sent: the server is left alone for another \(pause.brief)"
        case .fellBack(let reason): "\(redaction.reason(reason)): answered from elsewhere"
        case .streaming(let response): "\(response.statusLine): a stream begins"
        case .ended(.success(let response)): "ended with \(response)"
        case .ended(.failure(let error)): "failed: \(error.line(by: redaction))"
        }
    }
}

extension Redaction {
    /// A reason as a single line without secrets.
    package func reason(_ text: String) -> String { line(text, limit: 4096) }
}

/// A call whose steps are sent to a listener.
package final class ObservedCall: Sendable {
    package let number: UInt64
    package let request: APIRequest
    package let start: Duration
    /// The time of day when it began.
    package let date: Date
    /// The origin of relative requests; nil if the client has no base URL.
    let baseOrigin: Origin?
    private let makeRedaction: @Sendable () -> Redaction
    private let listener: @Sendable (CallStep, ObservedCall) -> Void

    /// A call that begins now.
    package init(
        _ number: UInt64, _ request: consuming APIRequest, at start: Duration, date: Date, baseOrigin: Origin? = nil,
        redaction: @escaping @Sendable () -> Redaction = { .standard },
        _ listener: @escaping @Sendable (CallStep, ObservedCall) -> Void
    ) {
        self.number = number
        self.request = request
        self.start = start
        self.date = date
        self.baseOrigin = baseOrigin
        makeRedaction = redaction
        self.listener = listener
    }

    /// The redaction of the client that the call is made with, for the descriptions of its events.
    var redaction: Redaction { makeRedaction() }

    /// Sends a step to the listener.
    package func emit(_ step: CallStep) {
        listener(step, self)
    }
}
