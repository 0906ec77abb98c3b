/// Delivers the events of a client's calls to a listener.
///
/// It is on the path of every call, so it allocates little: one object per call, and one event that is changed from the
/// first step to the last.
struct CallObserver: Sendable {
    private let filter: EventFilter
    private let redaction: @Sendable () -> Redaction
    private let emit: @Sendable (CallStep, SendID?, ObservedCall) -> Void
    private let date: @Sendable () -> Date
    private let calls: Locked<UInt64>
    /// The mistake in the order of the decorators, until the first call has reported it.
    private let warning: Locked<String?>?
    private let baseOrigin: Origin?
    /// Starts the trace of each call; here, so that the first event has the trace as well.
    private let trace: (@Sendable (APIRequest) -> APIRequest)?

    /// An observer of calls through `upstream`, which delivers events of a log level or above. `calls` is the number of
    /// calls so far.
    init(
        _ upstream: any APIClient, time: TimeSource, calls: Locked<UInt64> = Locked(0), from lowest: LogLevel = .debug,
        listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        let filter = EventFilter(time: time, lowest: lowest, deliver: listener)
        self.filter = filter
        redaction = { upstream.traits.redaction }
        emit = { filter.emit($0, of: $1, in: $2) }
        (date, self.calls) = (time.date, calls)
        let traits = upstream.traits
        warning = traits.layers(of: upstream).disorder.map { Locked($0) }
        (baseOrigin, trace) = (traits.baseOrigin, traits.trace)
    }

    /// Sends a request through a client and delivers the events of the call.
    ///
    /// Inlined, because each further asynchronous function costs a call as much as a lock does.
    @inline(__always)
    func send(_ request: APIRequest, through client: any APIClient) async throws -> APIResponse {
        var (event, observed) = begin(request)
        do {
            var response = try await client.send(observed)
            _ = response.isAccepted(by: request)  // For the level of its event.
            if case .stream(let stream) = response.body { return begin(stream, of: response, event) }
            end(&event, .success(response))
            return response
        } catch {
            end(&event, .failure(error))
            throw error
        }
    }

    /// The first event of a call that starts now, and its request, whose context delivers the further events. If the
    /// decorators are in the wrong order, the first call also delivers a warning.
    private func begin(_ request: APIRequest) -> (event: CallEvent, request: APIRequest) {
        var observed = trace?(request) ?? request
        let call = ObservedCall(
            nextNumber(), observed, at: filter.time.now(), date: date(), baseOrigin: baseOrigin, redaction: redaction,
            emit)
        let event = CallEvent(call, elapsed: .zero, step: .began)
        if filter.accepts(.debug) { filter.deliver(event) }
        if let warning, let sentence = warning.withLock({ $0.take() }) { call.emit(.warned(sentence)) }
        observed.context.observe { signal in if case .step(let step, let send) = signal { call.emit(step, of: send) } }
        return (event, observed)
    }

    /// Called when the head of a response has arrived; the call ends when its stream does. The response in the events
    /// has no stream, so that a stored event doesn't keep the connection open.
    private func begin(_ stream: BodyStream, of response: APIResponse, _ event: CallEvent) -> APIResponse {
        var (head, response) = (response, response)
        head.body = .stream(BodyStream { nil })
        event.observedCall.emit(.streaming(head))
        let (bytes, ending) = (Locked(Int64(0)), stream.ending)
        let observed = stream.observed { [head] error in
            var (event, head) = (event, head)
            if let ending = ending?() {
                head.metrics = ending.metrics ?? head.metrics
                head.trailers = ending.trailers
            }
            end(&event, error.map { .failure($0) } ?? .success(head), after: bytes.withLock { $0 })
        } onChunk: { chunk in
            bytes.withLock { $0 += Int64(chunk.count) }
        }
        response.body = .stream(observed)
        return response
    }

    private func end(_ event: inout CallEvent, _ result: Result<APIResponse, any Error>, after bytes: Int64? = nil) {
        guard filter.accepts(result.level) else { return }
        event.advance(
            to: .ended(result), elapsed: filter.time.now() - event.observedCall.start, streamedBytes: bytes)
        filter.deliver(event)
    }

    private func nextNumber() -> UInt64 {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}

/// Delivers the events of calls to a listener, from a minimum log level.
struct EventFilter: Sendable {
    let time: TimeSource
    let lowest: LogLevel
    let deliver: @Sendable (CallEvent) -> Void

    /// Delivers a step of a call, unless its level is too low.
    func emit(_ step: CallStep, of send: SendID?, in call: ObservedCall) {
        if accepts(step.row.level) {
            deliver(CallEvent(call, elapsed: time.now() - call.start, step: step, send: send))
        }
    }

    /// Whether a level is high enough. It is not computed when the listener receives every event.
    func accepts(_ level: @autoclosure () -> LogLevel) -> Bool {
        lowest == .debug || level() >= lowest
    }
}
