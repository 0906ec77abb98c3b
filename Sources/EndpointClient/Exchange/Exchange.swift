/// One request on its way to a server, and the caller that waits for the response: what a ``Transport`` carries.
///
/// The caller's result is decided once, by what comes first: the response, an error, a limit or cancellation. The transport may be
/// done with the exchange later than that.
final class Exchange: Sendable {
    private struct State {
        var timeouts: ExchangeTimeouts
        var stop: (@Sendable () -> Void)?
        var isStopped = false
        var hasTimedOut = false
    }

    let request: ResolvedRequest

    /// The largest response body in bytes.
    let bodyLimit: Int

    /// Counts what is sent of the body; nil without a body.
    let tracker: UploadTracker?

    private let timer: DeadlineTimer
    private let state: Locked<State>
    private let result = Promise<APIResponse>()

    init(_ request: ResolvedRequest, bodyLimit: Int, timeouts: ExchangeTimeouts, timer: DeadlineTimer) {
        self.request = request
        self.bodyLimit = bodyLimit
        self.timer = timer
        tracker = request.body.map { UploadTracker(total: $0.length, report: request.progress) }
        state = Locked(State(timeouts: timeouts))
    }

    /// Waits for the response. `start` is called unless the call is cancelled already. Cancellation ends the wait at once.
    func response(_ start: () -> Void) async throws -> APIResponse {
        try await withTaskCancellationHandler {
            try await result.value {
                start()
                timer.schedule(at: expiry)
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Whether the caller still waits.
    var isAwaited: Bool { result.isAwaited }

    /// Whether it ended because the server took too long.
    var hasTimedOut: Bool { state.withLock { $0.hasTimedOut } }

    // What the transport reports.

    /// Sets what stops the exchange when its caller no longer waits. It is called at most once, and at once if that is so already.
    func onStop(_ stop: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.stop = stop }
            return state.isStopped
        }
        if isStopped { stop() }
    }

    /// Bytes have been sent or received.
    func recordActivity() {
        let now = timer.now
        state.withLock { $0.timeouts.recordActivity(at: now) }
    }

    /// The transport has a result. It has no effect if the caller has been answered already.
    func complete(_ result: Result<APIResponse, any Error>) {
        self.result.resolve(result)
        state.withLock { $0.stop = nil }
    }

    // What ends it early.

    /// Answers the caller at once, and stops the exchange.
    func fail(_ error: any Error) {
        result.resolve(.failure(error))
        let stop = state.withLock { state in
            state.isStopped = true
            return state.stop.take()
        }
        stop?()
    }

    /// Fails the exchange if it has timed out, and returns when it will otherwise; nil for never.
    func expire(at now: Duration) -> Duration? {
        guard let expiry else { return nil }
        if expiry > now { return expiry }
        let error = state.withLock { state in
            state.hasTimedOut = true
            return state.timeouts.error(at: now)
        }
        fail(error)
        return nil
    }

    /// Fails the exchange if it has timed out before it could start.
    func expireBeforeStart() {
        _ = expire(at: timer.now)
    }

    /// When the exchange times out, if nothing is sent or received until then; nil for never.
    private var expiry: Duration? {
        state.withLock { $0.timeouts.expiry }
    }
}

/// Carries exchanges to servers, one hop at a time: what differs between ``URLSessionClient`` and `CURLClient`.
protocol Transport: Sendable {
    /// Starts an exchange, whose caller waits. The transport calls `done` exactly once, when it holds nothing of the exchange any more.
    func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void)
}
