/// One data task, from its start to its end, and the caller that waits for its result.
///
/// The caller's result is decided once, by what comes first: the response, an error, a limit or cancellation. The task may end later
/// than that.
final class DataTaskHandler: Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body = Data()
        var timeouts: ExchangeTimeouts
        var isStopped = false
        var hasRejectedChallenge = false
    }

    private let request: ResolvedRequest
    private let limit: Int
    private let mayFindConnection: Bool
    private let timer: DeadlineTimer
    private let control: DispatchQueue
    private let tracker: UploadTracker?
    private let state: Locked<State>
    private let streamCount = Locked(0)
    private let result = Promise<APIResponse>()

    /// - Parameters:
    ///   - mayFindConnection: whether the session may still have a connection to the origin.
    ///   - control: the queue on which tasks are started and cancelled, where that would block the caller.
    init(
        _ request: ResolvedRequest, limit: Int, mayFindConnection: Bool, timeouts: ExchangeTimeouts,
        timer: DeadlineTimer, control: DispatchQueue
    ) {
        self.request = request
        self.limit = limit
        self.mayFindConnection = mayFindConnection
        self.timer = timer
        self.control = control
        tracker = request.body.map { UploadTracker(total: $0.length, report: request.progress) }
        state = Locked(State(timeouts: timeouts))
    }

    /// Returns the response to a task that `makeTask` creates and registers. Cancellation ends the wait at once.
    func perform(_ makeTask: @escaping @Sendable (DataTaskHandler, URLRequest) -> URLSessionDataTask) async throws
        -> APIResponse
    {
        try await withTaskCancellationHandler {
            try await result.value {
                if InFlightTasks.add() { start(makeTask) } else { control.async { self.start(makeTask) } }
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    /// When the exchange times out, if nothing is sent or received until then; nil for never.
    var expiry: Duration? {
        state.withLock { $0.timeouts.expiry }
    }

    /// Fails the exchange because it has timed out.
    func expire(at now: Duration) {
        end(state.withLock { $0.timeouts.error(at: now) })
    }

    // Starting and stopping.

    /// Starts the task, unless the result has been decided or the exchange has timed out. A task that has been made is always resumed:
    /// on Linux one that is not leaks its session.
    private func start(_ makeTask: (DataTaskHandler, URLRequest) -> URLSessionDataTask) {
        let now = timer.now
        if let expiry, expiry <= now { expire(at: now) }
        guard result.isAwaited else { return InFlightTasks.remove() }
        let task = makeTask(self, URLSessionPlatform.urlRequest(for: request, body: bodyStream()))
        task.resume()
        let (expiry, isStopped) = state.withLock { state in
            state.task = task
            return (state.timeouts.expiry, state.isStopped)
        }
        if isStopped { control.async { task.cancel() } }
        timer.schedule(at: expiry)
    }

    /// Fails the call at once, and stops the task on the control queue.
    private func end(_ error: any Error) {
        result.resolve(.failure(error))
        control.async { self.stop() }
    }

    private func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
    }

    // What the session's delegate calls.

    /// A new stream at the start of the body. The session takes a second one when it found its connection broken.
    ///
    /// The session waits for this method, so it takes no lock that is held for longer than a moment.
    func bodyStream() -> InputStream? {
        guard let body = request.body else { return nil }
        streamCount.withLock { $0 += 1 }
        return isForbiddenRepeat
            ? URLSessionPlatform.stream(for: .unreadable, tracker: nil)
            : URLSessionPlatform.stream(for: body, tracker: tracker)
    }

    /// Whether the session is sending a request again that the server may have acted on: libcurl does so up to five times.
    private var isForbiddenRepeat: Bool {
        !request.mayBeRepeated && streamCount.withLock { $0 > 1 }
    }

    /// Whether the request may have been sent although the error means that there was no connection.
    ///
    /// libcurl may send a request on a connection that then breaks, fail to open another one, and report only the second failure.
    private func mayHaveBeenSent(before error: any Error) -> Bool {
        guard URLSessionPlatform.repeatsByItself, !request.mayBeRepeated, (error as? URLError)?.code.wasNotSent == true
        else { return false }
        guard let body = request.body, body.length != 0 else { return mayFindConnection }
        return tracker?.hasBeenRead ?? false
    }

    /// Calls a completion handler of the session, unless the task has been stopped: on Linux a task that is stopped at the same time
    /// crashes the process.
    func reply(rejectingChallenge: Bool = false, _ reply: () -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            if rejectingChallenge { state.hasRejectedChallenge = true }
            reply()
        }
    }

    func sent(_ bytes: Int64) {
        state.withLock { $0.timeouts.recordActivity(at: timer.now) }
        tracker?.sent(bytes)
    }

    /// A response begins. An interim one (1xx) is skipped; a further one replaces what has been received before.
    func received(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse, http.statusCode >= 200 || http.statusCode == 101 else { return }
        state.withLock { state in
            state.timeouts.recordActivity(at: timer.now)
            state.response = http
            state.body = Data()
        }
    }

    func received(_ data: Data) {
        let isTooLong = state.withLock { state in
            state.timeouts.recordActivity(at: timer.now)
            if state.isStopped { return false }
            if state.body.isEmpty { state.body = data } else { state.body.append(data) }
            guard state.body.count > limit else { return false }
            state.body = Data()
            return true
        }
        if isTooLong {
            end(URLError(.dataLengthExceedsMaximum, description: "The body is longer than \(limit) bytes."))
        }
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        InFlightTasks.remove()
        let state = state.withLock { state in
            defer { state.task = nil }
            return state
        }
        result.resolve(Result { try outcome(of: state, response, error) })
    }

    private func outcome(of state: State, _ response: URLResponse?, _ error: (any Error)?) throws -> APIResponse {
        if let error, !(state.hasRejectedChallenge && (error as? URLError)?.code == .cancelled) {
            if isForbiddenRepeat || mayHaveBeenSent(before: error) { throw URLError.brokenAfterSending(request.method) }
            throw tracker?.fault ?? URLError(of: error, whileReadingBody: state.response != nil)
        }
        guard let http = state.response ?? response as? HTTPURLResponse else {
            throw URLError(.badServerResponse, description: "The server answered without an HTTP response.")
        }
        return APIResponse(http: http, body: .data(state.body))
    }
}
