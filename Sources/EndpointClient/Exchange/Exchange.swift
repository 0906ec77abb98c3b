/// One request to a server, and the caller that waits for its response: the unit of work of a ``Transport``.
///
/// The caller's result is set once, by whatever happens first: the response, an error, a limit or cancellation. The
/// transport may release the exchange later. If the body is read as a stream, the head is the result, and the rest is
/// passed through a ``BodyChannel``.
final class Exchange: Sendable {
    private struct State {
        /// The deadline of the call, the limit of its attempt or of all its exchanges, and the idle limit, each on the
        /// time source of the table; nil for no limit.
        var call, limit, silence: Deadline?
        /// The limit for connecting; nil for no limit, and once there is a connection.
        var connecting: Deadline?
        /// The time in which the body of the response flows, which doesn't count towards the limit of an attempt.
        var received = BodyFlow()
        var stop: (@Sendable () -> Void)?
        var isStopped = false
        var hasTimedOut = false

        /// When the first of its deadlines passes.
        var expiry: Duration? { [call, limit, silence, connecting].compactMap { $0?.end }.min() }

        /// The deadline that has passed; of several, the one with the widest scope.
        func passed(at now: Duration) -> Deadline? {
            for deadline in [call, limit, connecting, silence] {
                if let deadline, deadline.end <= now { return deadline }
            }
            return nil
        }

        /// What the reader of a stream finds at its end; nil until the exchange is complete.
        var ending: BodyStream.Ending?
    }

    let request: ResolvedRequest

    /// The largest response body in bytes.
    let bodyLimit: Int

    /// Counts what is sent of the body; nil without a body.
    let tracker: UploadTracker?

    /// The body of a response that is read as a stream; nil for a request that does not want a stream.
    let channel: BodyChannel?

    /// Called when the transport sends the request again by itself, because its connection broke.
    let isRepeated: @Sendable () -> Void

    private let table: ExchangeTable
    private let progress: ProgressRelay?
    private let state: Locked<State>
    private let result = Promise<APIResponse>()

    /// An exchange that begins now, with the deadline of its call and the limit of its attempt or of all its exchanges.
    init(
        _ request: ResolvedRequest, bodyLimit: Int, call: Deadline?, limit: Deadline?, idle: Deadline.Limit?,
        in table: ExchangeTable, onRepeat: @escaping @Sendable () -> Void = {},
        onBody: @escaping @Sendable (BodyReport) -> Void = { _ in }
    ) {
        isRepeated = onRepeat
        self.request = request
        self.bodyLimit = bodyLimit
        self.table = table
        channel = request.wantsStream ? BodyChannel() : nil
        let progress = request.progress.map { ProgressRelay($0) }
        self.progress = progress
        tracker = request.body.map { UploadTracker(total: $0.length, report: progress?.report, onBody: onBody) }
        let silence = idle.map { Deadline(after: $0, of: .silence, on: table.time) }
        let connecting = request.connectLimit.map { Deadline(after: $0, of: .connection, on: table.time) }
        state = Locked(State(call: call, limit: limit, silence: silence, connecting: connecting))
    }

    /// Waits for the response. `start` is called unless the call is already cancelled. Cancellation ends the wait
    /// immediately.
    func response(_ start: () -> Void) async throws -> APIResponse {
        try await withTaskCancellationHandler {
            try await result.value {
                start()
                table.expire(at: expiry)
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

    /// Sets the closure that stops the exchange when its caller no longer waits. It is called at most once, and
    /// immediately if the caller has already stopped waiting.
    func onStop(_ stop: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.stop = stop }
            return state.isStopped
        }
        if isStopped { stop() }
    }

    /// Records that there is a connection, so that the limit for connecting no longer applies.
    func hasConnected() {
        guard request.connectLimit != nil else { return }
        state.withLock { $0.connecting = nil }
    }

    /// Records that bytes have been sent or received.
    func recordActivity() {
        let now = table.time.now()
        state.withLock { $0.silence?.restart(at: now) }
    }

    /// Records that bytes of the body of the response have been received.
    func recordBody(_ count: Int) {
        let now = table.time.now()
        state.withLock { state in
            state.silence?.restart(at: now)
            guard state.limit?.isOfAttempt == true else { return }
            let former = state.received.duration
            state.received.record(count, at: now)
            state.limit?.extend(by: state.received.duration - former)
        }
    }

    /// Records that the head of a response has arrived. If its body is read as a stream, the caller resumes now, and
    /// the transport passes the body to the returned channel.
    ///
    /// - Parameters:
    ///   - headers: the header fields as received; nil if the transport only has those of `http`.
    ///   - resume: called, on any thread, when the transport may continue after the channel has made it pause.
    func begin(
        _ http: HTTPURLResponse, _ headers: HeaderFields?, _ metrics: ExchangeMetrics?,
        resume: @escaping @Sendable () -> Void
    ) -> BodyChannel? {
        guard let channel, (200..<300).contains(http.statusCode) else { return nil }
        state.withLock { ($0.call, $0.limit) = (nil, nil) }
        channel.onResume { [self] in
            recordActivity()
            table.expire(at: expiry)
            resume()
        }
        var stream = BodyStream(BodyReading(self, channel).next)
        stream.ending = { [self] in state.withLock(\.ending) }
        var response = APIResponse(http: http, headers: headers, body: .stream(stream))
        response.metrics = metrics
        result.resolve(.success(response))
        return channel
    }

    /// Records the result of the transport. The caller resumes after all reports of progress; this has no effect if it
    /// already has.
    func complete(_ result: Result<APIResponse, any Error>) {
        let ending = channel.flatMap { _ in try? result.get() }.map {
            BodyStream.Ending(metrics: $0.metrics, trailers: $0.trailers)
        }
        state.withLock { ($0.stop, $0.ending) = (nil, ending) }
        guard let progress else { return conclude(result) }
        progress.afterReports { [self] in conclude(result) }
    }

    private func conclude(_ result: Result<APIResponse, any Error>) {
        self.result.resolve(result)
        channel?.end(result.map { _ in })
    }

    // What ends it early.

    /// Resumes the caller immediately, and stops the exchange.
    func fail(_ error: any Error) {
        result.resolve(.failure(error))
        channel?.end(.failure(error))
        let stop = state.withLock { state in
            state.isStopped = true
            return state.stop.take()
        }
        stop?()
    }

    /// Fails the exchange if it has timed out, and returns when it will otherwise; nil for never, as while the
    /// transport waits for the reader of a stream.
    func expire(at now: Duration) -> Duration? {
        if channel?.isPaused == true { return nil }
        let (passed, next) = state.withLock { state in
            guard let passed = state.passed(at: now) else { return (Deadline?.none, state.expiry) }
            state.hasTimedOut = true
            return (passed, nil)
        }
        if let passed { fail(passed.error) }
        return next
    }

    /// Fails the exchange if it has timed out before it could start.
    func expireBeforeStart() {
        _ = expire(at: table.time.now())
    }

    /// When the exchange times out, if nothing is sent or received until then; nil for never, as while the transport
    /// waits for the reader of a stream.
    private var expiry: Duration? {
        channel?.isPaused == true ? nil : state.withLock(\.expiry)
    }
}

/// Performs exchanges with servers, one hop at a time: what differs between ``URLSessionClient`` and `CURLClient`.
protocol Transport: Sendable {
    /// The name of the engine in descriptions of its clients.
    var name: String { get }

    /// The headers that it adds to a request that doesn't have them, and that a response may depend on.
    var addedHeaders: HeaderFields { get }

    /// Whether it ends an exchange that has no connection within `CallTimeouts.connect`.
    var limitsConnecting: Bool { get }

    /// Starts an exchange, whose caller waits. The transport calls `done` exactly once, when it has released the
    /// exchange.
    func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void)
}
