/// One data task from its start to its end, and the caller who waits for it.
///
/// The caller is answered exactly once, by whatever comes first: the response, an error, a limit, or cancellation. The task may take
/// longer to end; nobody waits for that.
final class DataTaskHandler: Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body = Data()
        var patience: ExchangeTimeouts
        var isStopped = false
        var gaveUpChallenge = false
    }

    private let request: OutgoingRequest
    private let limit: Int
    private let mayFindConnection: Bool
    private let watchdog: Watchdog
    private let control: DispatchQueue
    private let meter: UploadMeter?
    private let state: Locked<State>
    private let streamCount = Locked(0)
    private let answer = Promise<APIResponse>()

    /// - Parameters:
    ///   - mayFindConnection: whether the session may still have a connection to the origin.
    ///   - control: the queue on which tasks are started and cancelled, where that would block the caller.
    init(
        _ request: OutgoingRequest, limit: Int, mayFindConnection: Bool, patience: ExchangeTimeouts, watchdog: Watchdog,
        control: DispatchQueue
    ) {
        self.request = request
        self.limit = limit
        self.mayFindConnection = mayFindConnection
        self.watchdog = watchdog
        self.control = control
        meter = request.body.map { UploadMeter(total: $0.length, report: request.progress) }
        state = Locked(State(patience: patience))
    }

    /// Waits for the answer of a task that `makeTask` creates and registers. Cancellation ends the wait at once.
    func perform(_ makeTask: @escaping @Sendable (DataTaskHandler, URLRequest) -> URLSessionDataTask) async throws
        -> APIResponse
    {
        try await withTaskCancellationHandler {
            try await answer.value {
                if InFlightTasks.add() { start(makeTask) } else { control.async { self.start(makeTask) } }
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    /// When the exchange runs out of patience, if nothing happens until then.
    var expiry: Duration? {
        state.withLock { $0.patience.expiry }
    }

    /// Fails the exchange because it is out of patience.
    func expire(at now: Duration) {
        end(state.withLock { $0.patience.error(at: now) })
    }
}

// Starting and stopping.
extension DataTaskHandler {
    /// Starts the task, unless the caller has gone or is out of patience. A task that is made is resumed, always: one that never is
    /// leaks its session on Linux.
    private func start(_ makeTask: (DataTaskHandler, URLRequest) -> URLSessionDataTask) {
        let now = watchdog.now
        if let expiry, expiry <= now { expire(at: now) }
        guard answer.isAwaited else { return InFlightTasks.remove() }
        let task = makeTask(self, Platform.urlRequest(for: request, body: bodyStream()))
        task.resume()
        let (expiry, isStopped) = state.withLock { state in
            state.task = task
            return (state.patience.expiry, state.isStopped)
        }
        if isStopped { control.async { task.cancel() } }
        watchdog.watch(until: expiry)
    }

    /// Answers the caller now, and stops the task when its turn comes.
    private func end(_ error: any Error) {
        answer.resolve(.failure(error))
        control.async { self.stop() }
    }

    private func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
    }
}

// What the session's delegate is told.
extension DataTaskHandler {
    /// A new stream at the start of the body; a second one is for a session that found its connection broken. It is called while
    /// others wait for the session, so it takes no lock that is held for longer than a moment.
    func bodyStream() -> InputStream? {
        guard let body = request.body else { return nil }
        streamCount.withLock { $0 += 1 }
        return mustNotGoOn ? Platform.stream(for: .none, meter: nil) : Platform.stream(for: body, meter: meter)
    }

    /// Whether the session is sending a request again that the server may have acted on: libcurl does so up to five times.
    private var mustNotGoOn: Bool {
        !request.mayBeRepeated && streamCount.withLock { $0 > 1 }
    }

    /// Whether libcurl may have sent a request that must not be repeated on a connection that then broke, before it found that it
    /// could not open another one, and says only that.
    private func isUnsure(_ error: any Error) -> Bool {
        guard Platform.repeatsByItself, !request.mayBeRepeated, (error as? URLError)?.code.wasNotSent == true else {
            return false
        }
        guard let body = request.body, body.length != 0 else { return mayFindConnection }
        return meter?.hasBeenRead ?? false
    }

    /// Answers a question of the session, unless the task has been stopped: a task that is stopped while it is answered
    /// crashes the process on Linux.
    func reply(givingUp: Bool = false, _ reply: () -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            if givingUp { state.gaveUpChallenge = true }
            reply()
        }
    }

    func sent(_ bytes: Int64) {
        state.withLock { $0.patience.sign(at: watchdog.now) }
        meter?.sent(bytes)
    }

    /// A response begins: an interim one (1xx) is passed over, a repeated one starts the body anew.
    func received(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse, http.statusCode >= 200 || http.statusCode == 101 else { return }
        state.withLock { state in
            state.patience.sign(at: watchdog.now)
            state.response = http
            state.body = Data()
        }
    }

    func received(_ data: Data) {
        let isTooLong = state.withLock { state in
            state.patience.sign(at: watchdog.now)
            if state.isStopped { return false }
            if state.body.isEmpty { state.body = data } else { state.body.append(data) }
            guard state.body.count > limit else { return false }
            state.body = Data()
            return true
        }
        if isTooLong { end(URLError(.dataLengthExceedsMaximum, saying: "The body is longer than \(limit) bytes.")) }
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        InFlightTasks.remove()
        let state = state.withLock { state in
            defer { state.task = nil }
            return state
        }
        answer.resolve(Result { try outcome(of: state, response, error) })
    }

    private func outcome(of state: State, _ response: URLResponse?, _ error: (any Error)?) throws -> APIResponse {
        if let error, !(state.gaveUpChallenge && (error as? URLError)?.code == .cancelled) {
            if mustNotGoOn || isUnsure(error) { throw URLError.brokenAfterSending(request.method) }
            throw meter?.fault ?? URLError(redacting: error, whileReading: state.response != nil)
        }
        guard let http = state.response ?? response as? HTTPURLResponse else {
            throw URLError(.badServerResponse, saying: "The server answered without an HTTP response.")
        }
        return APIResponse(http: http, body: .data(state.body))
    }
}
