/// Performs single exchanges over two `URLSession`s, within the client's limits.
///
/// Data tasks with a session delegate are the only part of `URLSession` that works reliably on Linux, so the transport uses nothing else
/// on any platform: no async methods, upload or download tasks, redirects, caches, cookies or credentials of the session. Requests
/// with a body have a session of their own, because on Linux uploads and downloads that share an HTTP/2 connection lose bytes.
final class URLSessionTransport: Sendable {
    private let limits: URLSessionClient.Limits
    private let limiter: ConcurrencyLimiter
    private let timer: DeadlineTimer
    private let plain: ManagedSession
    private let uploads: ManagedSession

    init(limits: URLSessionClient.Limits, clock: any Clock<Duration>) {
        let (plain, uploads) = (ManagedSession(limits: limits), ManagedSession(limits: limits))
        self.limits = limits
        self.plain = plain
        self.uploads = uploads
        limiter = ConcurrencyLimiter(limit: limits.concurrentCallsPerOrigin)
        timer = DeadlineTimer(clock: clock) { [limiter] now in
            [limiter.expire(at: now), plain.expire(at: now), uploads.expire(at: now)].compactMap { $0 }.min()
        }
    }

    /// The number of entries in all tables: calls that have started or wait, and tasks that have not ended.
    var callsUnderWay: Int {
        limiter.callCount + plain.taskCount + uploads.taskCount
    }

    /// Calls that wait in the queue of their origin.
    var callsWaiting: Int { limiter.waitingCount }

    /// The timeouts of a new call. Only the call's own deadline includes the wait in the queue.
    func timeouts(for context: CallContext) -> ExchangeTimeouts {
        var timeouts = ExchangeTimeouts(
            deadline: limits.deadline, attemptLimit: context.attemptLimit, idle: limits.idle)
        timeouts.callDeadline = context.deadline.map {
            AbsoluteDeadline(time: timer.now + $0.timeLeft, error: $0.error)
        }
        return timeouts
    }

    /// Performs one exchange.
    func perform(
        _ request: ResolvedRequest, _ timeouts: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        var queuedAt: Duration?
        try await limiter.acquire(request.origin, until: timeouts.callDeadline) {
            queuedAt = timer.now
            context.emit(.queued)
            if let deadline = timeouts.callDeadline { timer.schedule(at: deadline.time) }
        }
        defer { limiter.release(request.origin) }
        if let queuedAt { context.emit(.admitted(after: timer.now - queuedAt)) }
        timeouts.start(at: timer.now)
        return try await (request.body == nil ? plain : uploads).perform(request, timeouts, timer)
    }
}

/// One `URLSession` with its delegate.
///
/// The session is made at once, not on demand: two calls that start together could otherwise make two sessions.
final class ManagedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()
    private let limits: URLSessionClient.Limits

    /// Origins that have answered: the session may have kept a connection to them open.
    private let answered = Locked(OriginTable(false))

    /// The queue on which tasks are started and stopped.
    ///
    /// On Linux both block until a queue is free that all sessions of the process share, so they must not run on a thread of Swift
    /// concurrency. All managed sessions share this queue: with one queue each, a few hundred clients that start together would block
    /// all threads of Dispatch, and none would be left for the work that they wait for.
    private static let control = DispatchQueue(label: "EndpointClient.URLSession.control")

    init(limits: URLSessionClient.Limits) {
        self.limits = limits
        session = URLSession(configuration: .minimal(limits), delegate: delegate, delegateQueue: nil)
    }

    /// Tasks that have not ended.
    var taskCount: Int { delegate.handlers.count }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func perform(
        _ request: ResolvedRequest, _ timeouts: ExchangeTimeouts, _ timer: DeadlineTimer
    ) async throws -> APIResponse {
        let handler = DataTaskHandler(
            request, limit: limits.responseBytes, mayFindConnection: answered.withLock { $0[request.origin] },
            timeouts: timeouts, timer: timer, control: Self.control)
        let response = try await handler.perform { [session, delegate] handler, urlRequest in
            let task = session.dataTask(with: urlRequest)
            delegate.add(handler, for: task)
            return task
        }
        answered.withLock { $0.update(request.origin) { $0 = true } }
        return response
    }

    /// Fails every exchange that has timed out, and returns when the next one will.
    func expire(at now: Duration) -> Duration? {
        let expiries: [Duration] = delegate.handlers.compactMap { handler in
            guard let expiry = handler.expiry else { return nil }
            if expiry > now { return expiry }
            handler.expire(at: now)
            return nil
        }
        return expiries.min()
    }
}

extension URLSessionConfiguration {
    /// A session without cache, cookies and credentials. On Linux each of them is slow and has faults.
    fileprivate static func minimal(_ limits: URLSessionClient.Limits) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = limits.concurrentCallsPerOrigin
        return configuration
    }
}

/// The number of tasks that this process has given to `URLSession`.
///
/// On Linux starting a task waits for a queue that all sessions share. The only task of the process finds the queue idle and may be
/// started on the caller's thread, which saves a fifth of the time of a small exchange. Any other task must not be: a few slow bodies
/// would block every thread of Swift concurrency.
enum InFlightTasks {
    private static let count = Locked(0)

    /// Adds a task, and returns whether it is the only one.
    static func add() -> Bool {
        count.withLock { count in
            count += 1
            return count == 1
        }
    }

    /// Removes a task.
    static func remove() {
        count.withLock { $0 -= 1 }
    }
}
