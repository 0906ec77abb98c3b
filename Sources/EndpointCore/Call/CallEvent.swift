/// A step of a call and its time. Logs and metrics are made from events.
public struct CallEvent: Sendable {
    /// The time since the call began.
    public private(set) var elapsed: Duration

    /// The step.
    public private(set) var step: CallStep

    /// How many bytes of a stream had been read when its call ended; nil for any other step, and for a body that was
    /// collected.
    public private(set) var streamedBytes: Int64?

    /// The request of the call that this step belongs to; nil for a step of the whole call, and if the client doesn't
    /// distinguish its requests.
    public private(set) var send: SendID?

    package let observedCall: ObservedCall

    package init(_ call: ObservedCall, elapsed: Duration, step: CallStep, send: SendID? = nil) {
        (observedCall, self.elapsed, self.step, self.send) = (call, elapsed, step, send)
    }

    /// Its importance.
    public var level: LogLevel { step.row.level }

    /// The date of the step: the time of day when the call began, plus ``elapsed``.
    public var date: Date { observedCall.date + elapsed.inSeconds }

    /// The number of the call, from 1. A log counts the calls of all clients with the same sink, a meter those of its
    /// client.
    public var call: UInt64 { observedCall.number }

    /// The request of the call. Its secrets are not redacted.
    public var request: APIRequest { observedCall.request }

    /// The span that this event belongs to: for ``CallStep/sending(_:)`` and ``CallStep/sent(_:)`` that of the request,
    /// otherwise that of the call. Nil if the call is not traced.
    public var trace: TraceContext? {
        switch step {
        case .sending(let report), .sent(let report): report.trace ?? request.context.trace?.context
        default: request.context.trace?.context
        }
    }

    /// The server that the request of this event is sent to, and otherwise that of the call, even if its URL is
    /// relative. Nil if the client has no base URL.
    public var server: Origin? {
        switch step {
        case .sending(let report), .sent(let report): report.server
        default: request.urlRequest.url.flatMap { Origin($0) } ?? observedCall.baseOrigin
        }
    }

    /// The timings and the connection of the exchange that this step ends: of an attempt, or of a call that ended with
    /// a response. Nil for all other steps, and if the client doesn't report them.
    ///
    /// A retrying client reports each exchange that got a response with ``CallStep/attempted(_:)``, and the end of the
    /// call reports the last one again.
    public var metrics: ExchangeMetrics? {
        switch step {
        case .attempted(let report): report.metrics
        case .ended(.success(let response)): response.metrics
        default: nil
        }
    }

    /// Changes this event to the next step of the same call.
    package mutating func advance(to step: CallStep, elapsed: Duration, streamedBytes: Int64? = nil) {
        (self.step, self.elapsed, self.streamedBytes, send) = (step, elapsed, streamedBytes, nil)
    }
}

extension CallEvent: DescriptionOnly {
    /// The step in one line, without secrets: `#1 GET books/1 BookEndpoint, 0.120 s: ended with 200 OK, 512 bytes`.
    public var description: String {
        let redaction = observedCall.redaction
        let summary = "\(RequestSummary.methodAndURL(request.urlRequest, redaction)) \(type(of: request.endpoint))"
        let bytes = streamedBytes.map { " after \($0.counted("byte"))" } ?? ""
        return "#\(call) \(summary), \(elapsed.brief): \(step.row.text(redaction))\(bytes)"
    }
}

/// A call whose steps are sent to a listener.
package final class ObservedCall: Sendable {
    let number: UInt64
    let request: APIRequest
    package let start: Duration
    /// The time of day when it began.
    let date: Date
    /// The origin of relative requests; nil if the client has no base URL.
    let baseOrigin: Origin?
    private let makeRedaction: @Sendable () -> Redaction
    private let listener: @Sendable (CallStep, SendID?, ObservedCall) -> Void

    /// A call that begins now.
    package init(
        _ number: UInt64, _ request: consuming APIRequest, at start: Duration, date: Date, baseOrigin: Origin? = nil,
        redaction: @escaping @Sendable () -> Redaction = { .standard },
        _ listener: @escaping @Sendable (CallStep, SendID?, ObservedCall) -> Void
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
    package func emit(_ step: CallStep, of send: SendID? = nil) {
        listener(step, send, self)
    }
}
