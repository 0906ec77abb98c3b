/// Watches the calls of a client from their beginning to their end, and tells a listener what happens.
///
/// It is built to cost little: a call has one object and one event, which goes from its beginning to its end.
struct CallObserver: Sendable {
    private let filter: EventFilter
    private let emit: @Sendable (CallStep, ObservedCall) -> Void
    private let warning: String?
    private let calls = Locked<UInt64>(0)

    /// A watch that tells of what matters so much or more.
    init(
        _ upstream: any APIClient, clock: any Clock<Duration>, from lowest: LogLevel = .debug,
        listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        let filter = EventFilter(now: ElapsedClock(clock).now, lowest: lowest, deliver: listener)
        self.filter = filter
        emit = { filter.emit($0, of: $1) }
        warning = upstream.disorder
    }

    /// Sends a request through a client, and tells how it goes.
    ///
    /// Inlined, because every asynchronous function in between costs a call as much as a lock does.
    @inline(__always)
    func send(_ request: APIRequest, through client: any APIClient) async throws -> APIResponse {
        var (call, watched) = begin(request)
        do {
            let response = try await client.send(watched)
            end(&call, response, to: request)
            return response
        } catch {
            end(&call, error)
            throw error
        }
    }

    /// A call that begins now, and its request, which hears what happens. The first call brings the warning along, if the client
    /// is stacked against itself.
    private func begin(_ request: APIRequest) -> (call: CallEvent, request: APIRequest) {
        let call = ObservedCall(nextNumber(), request, at: filter.now(), emit)
        let event = CallEvent(call, elapsed: .zero, step: .began)
        if filter.accepts(.debug) { filter.deliver(event) }
        if call.number == 1, let warning { call.emit(.warned(warning)) }
        var watched = request
        watched.context.observe { call.emit($0) }
        return (event, watched)
    }

    private func end(_ call: inout CallEvent, _ response: APIResponse, to request: APIRequest) {
        if filter.accepts(CallStep.level(of: response, to: request)) { end(&call, .success(response)) }
    }

    private func end(_ call: inout CallEvent, _ error: any Error) {
        if filter.accepts(CallStep.level(of: error)) { end(&call, .failure(error)) }
    }

    private func end(_ call: inout CallEvent, _ result: Result<APIResponse, any Error>) {
        call.advance(to: .ended(result), elapsed: filter.now() - call.observedCall.start)
        filter.deliver(call)
    }

    private func nextNumber() -> UInt64 {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}

/// Delivers the events of calls to a listener, from a lowest log level on. The clock comes in as a function.
struct EventFilter: Sendable {
    let now: @Sendable () -> Duration
    let lowest: LogLevel
    let deliver: @Sendable (CallEvent) -> Void

    /// Delivers something that happens during a call, unless its level is too low.
    func emit(_ step: CallStep, of call: ObservedCall) {
        if accepts(step.level(for: call.request)) {
            deliver(CallEvent(call, elapsed: now() - call.start, step: step))
        }
    }

    /// Whether a level is high enough. It is not computed when the listener receives every event.
    func accepts(_ level: @autoclosure () -> LogLevel) -> Bool {
        lowest == .debug || level() >= lowest
    }
}
