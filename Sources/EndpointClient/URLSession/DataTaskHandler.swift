/// One data task of an ``Exchange``: what the session's delegate reports of it, and how it is started and stopped.
final class DataTaskHandler: Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body = Data()
        /// The received bytes of the body.
        var received: Int64 = 0
        var channel: BodyChannel?
        var isStopped = false
        var hasRejectedChallenge = false
        var metrics: ExchangeMetrics?
    }

    private let exchange: Exchange
    private let mayFindConnection: Bool
    private let control: DispatchQueue
    private let done: @Sendable (_ hasAnswered: Bool) -> Void
    private let state = Locked(State())
    private let streamCount = Locked(0)

    /// - Parameters:
    ///   - mayFindConnection: whether the session may still have a connection to the origin.
    ///   - control: the queue on which tasks are started and cancelled, if that would block the caller.
    ///   - done: called when the task has ended, with whether the server has responded.
    init(
        _ exchange: Exchange, mayFindConnection: Bool, control: DispatchQueue,
        done: @escaping @Sendable (_ hasAnswered: Bool) -> Void
    ) {
        (self.exchange, self.mayFindConnection, self.control, self.done) = (exchange, mayFindConnection, control, done)
    }

    private var request: ResolvedRequest { exchange.request }

    private var tracker: UploadTracker? { exchange.tracker }

    /// Starts the task that `makeTask` creates and registers.
    func start(_ makeTask: @escaping @Sendable (DataTaskHandler, URLRequest) -> URLSessionDataTask) {
        exchange.onStop { [control] in control.async { self.stop() } }
        if InFlightTasks.add() { startNow(makeTask) } else { control.async { self.startNow(makeTask) } }
    }

    /// Starts the task, unless the result has been decided or the exchange has timed out. A task is always resumed once
    /// it is made: on Linux one that is not leaks its session.
    private func startNow(_ makeTask: (DataTaskHandler, URLRequest) -> URLSessionDataTask) {
        exchange.expireBeforeStart()
        guard exchange.isAwaited else {
            InFlightTasks.remove()
            return done(false)
        }
        let task = makeTask(self, URLSessionPlatform.urlRequest(for: request, body: bodyStream()))
        task.resume()
        let isStopped = state.withLock { state in
            state.task = task
            return state.isStopped
        }
        if isStopped { control.async { task.cancel() } }
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
    /// The session waits for this method, so it takes only locks that are held briefly.
    func bodyStream() -> InputStream? {
        guard let body = request.body else { return nil }
        streamCount.withLock { $0 += 1 }
        return isForbiddenRepeat
            ? URLSessionPlatform.stream(for: .unreadable, tracker: nil)
            : URLSessionPlatform.stream(for: body, tracker: tracker)
    }

    /// Whether the session is sending a request again that the server may have acted on: libcurl does so up to five
    /// times.
    private var isForbiddenRepeat: Bool {
        !request.mayBeRepeated && streamCount.withLock { $0 > 1 }
    }

    /// Whether the request may have been sent although the error means that there was no connection.
    ///
    /// libcurl may send a request on a connection that then breaks, fail to open another one, and report only the
    /// second failure.
    private func mayHaveBeenSent(before error: any Error) -> Bool {
        guard URLSessionPlatform.repeatsByItself, !request.mayBeRepeated, (error as? URLError)?.code.wasNotSent == true
        else { return false }
        guard let body = request.body, body.length != 0 else { return mayFindConnection }
        return tracker?.hasBeenRead ?? false
    }

    /// Calls a completion handler of the session, unless the task has been stopped: on Linux a task that is stopped at
    /// the same time crashes the process.
    func reply(rejectingChallenge: Bool = false, _ reply: () -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            if rejectingChallenge { state.hasRejectedChallenge = true }
            reply()
        }
    }

    /// The session's measurements, on the platforms that have them.
    func collected(_ metrics: ExchangeMetrics) {
        state.withLock { $0.metrics = metrics }
    }

    func sent(_ bytes: Int64) {
        exchange.recordActivity()
        tracker?.sent(bytes)
    }

    /// A response starts. An interim one (1xx) is skipped; a further one replaces what was received before.
    func received(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse, http.statusCode >= 200 || http.statusCode == 101 else { return }
        exchange.recordActivity()
        let channel = state.withLock(\.channel) ?? exchange.begin(http, nil, nil) { [weak self] in self?.resume() }
        state.withLock { state in
            (state.response, state.channel) = (http, channel)
            (state.body, state.received) = (Data(), 0)
        }
    }

    func received(_ data: Data) {
        exchange.recordBody(data.count)
        state.withLock { $0.received += Int64(data.count) }
        if let channel = state.withLock(\.channel) { return pass(data, to: channel) }
        let isTooLong = state.withLock { state in
            if state.isStopped { return false }
            if state.body.isEmpty { state.body = data } else { state.body.append(data) }
            guard state.body.count > exchange.bodyLimit else { return false }
            state.body = Data()
            return true
        }
        if isTooLong { exchange.fail(URLError.bodyTooLong(limit: exchange.bodyLimit)) }
    }

    /// If a task cannot pause, the bytes that wait to be read are limited like a whole body.
    private func pass(_ data: Data, to channel: BodyChannel) {
        let (waiting, pauses) = channel.add(data)
        if URLSessionPlatform.canPause {
            if pauses { control.async { if channel.isPaused { self.state.withLock(\.task)?.suspend() } } }
        } else if waiting > exchange.bodyLimit {
            exchange.fail(URLError.bodyTooLong(limit: exchange.bodyLimit))
        }
    }

    /// Continues after a pause.
    private func resume() {
        if URLSessionPlatform.canPause { control.async { self.state.withLock(\.task)?.resume() } }
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        InFlightTasks.remove()
        let state = state.withLock { state in
            defer { state.task = nil }
            return state
        }
        exchange.complete(Result { try outcome(of: state, response, error) })
        done(state.response != nil)
    }

    private func outcome(of state: State, _ response: URLResponse?, _ error: (any Error)?) throws -> APIResponse {
        if let error, !(state.hasRejectedChallenge && (error as? URLError)?.code == .cancelled) {
            if isForbiddenRepeat || mayHaveBeenSent(before: error) { throw URLError.brokenAfterSending(request.method) }
            if let fault = tracker?.fault { throw fault }
            let failure = URLError(of: error, whileReadingBody: state.response != nil)
            guard failure.code == .networkConnectionLost, let response = state.response else { throw failure }
            let length = response.expectedContentLength
            throw URLError.lostInBody(after: state.received, of: length >= 0 ? length : nil)
        }
        guard let http = state.response ?? response as? HTTPURLResponse else {
            throw URLError(.badServerResponse, description: "The server did not send an HTTP response.")
        }
        var response = APIResponse(http: http, body: .data(state.body))
        response.metrics = state.metrics
        return response
    }
}

extension URLError {
    /// An error of `URLSession` by its code and description alone: the rest of it holds the URL with its secrets.
    init(of error: any Error, whileReadingBody isReading: Bool = false) {
        guard let error = error as? URLError else {
            self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
            return
        }
        let code = URLSessionPlatform.code(of: error, whileReadingBody: isReading)
        self.init(code, description: error.localizedDescription)
    }
}
