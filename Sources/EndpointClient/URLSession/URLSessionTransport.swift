/// One exchange after another over two `URLSession`s, with our own limits around them.
///
/// Of all that `URLSession` offers, only data tasks on a session delegate survive on Linux, so that is all it uses, everywhere: no
/// async methods, upload or download tasks, redirects, caches, cookies or credentials of its own. Requests with a body have
/// a session of their own, because uploads and downloads that share an HTTP/2 connection lose bytes on Linux.
final class URLSessionTransport: Sendable {
    private let limits: URLSessionClient.Limits
    private let admission: ConcurrencyLimiter
    private let watchdog: Watchdog
    private let plain: ManagedSession
    private let uploads: ManagedSession

    init(limits: URLSessionClient.Limits, clock: any Clock<Duration>) {
        let (plain, uploads) = (ManagedSession(limits: limits), ManagedSession(limits: limits))
        self.limits = limits
        self.plain = plain
        self.uploads = uploads
        admission = ConcurrencyLimiter(limit: limits.concurrentCallsPerOrigin)
        watchdog = Watchdog(clock: clock) { [admission] now in
            [admission.expire(at: now), plain.expire(at: now), uploads.expire(at: now)].compactMap { $0 }.min()
        }
    }

    /// Calls in any table: those let in or waiting, and tasks that have not ended.
    var callsUnderWay: Int {
        admission.callCount + plain.exchangeCount + uploads.exchangeCount
    }

    /// Calls that wait for their turn.
    var callsWaiting: Int { admission.waitingCount }

    /// The patience of a new call: but for the call's own deadline, it starts to run out when the call is let in.
    func patience(for context: CallContext) -> ExchangeTimeouts {
        var patience = ExchangeTimeouts(deadline: limits.deadline, attemptLimit: context.attemptLimit, idle: limits.idle)
        if let deadline = context.deadline {
            patience.callEnds(at: watchdog.now + deadline.timeLeft, with: deadline.error)
        }
        return patience
    }

    /// Performs one exchange.
    func perform(
        _ request: OutgoingRequest, _ patience: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        var queuedAt: Duration?
        try await admission.enter(request.origin, until: patience.callEnd) {
            queuedAt = watchdog.now
            context.emit(.queued)
            if let end = patience.callEnd { watchdog.watch(until: end.time) }
        }
        defer { admission.leave(request.origin) }
        if let queuedAt { context.emit(.admitted(after: watchdog.now - queuedAt)) }
        patience.start(at: watchdog.now)
        return try await (request.body == nil ? plain : uploads).perform(request, patience, watchdog)
    }
}

/// One `URLSession` with its delegate.
///
/// The session exists from the start: made on demand, it was made twice now and then.
final class ManagedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()
    private let limits: URLSessionClient.Limits

    /// Origins that have answered, to which there may be a connection that was kept open.
    private let answered = Locked(OriginTable(false))

    /// The queue from which tasks are started and stopped. That waits for a queue that all sessions of a process share on
    /// Linux, so no caller does it itself, and all lanes share this one: with one each, a few hundred clients that start at
    /// once take every thread that Dispatch has to wait with, and none is left for what they wait for.
    private static let control = DispatchQueue(label: "EndpointClient.URLSession.control")

    init(limits: URLSessionClient.Limits) {
        self.limits = limits
        session = URLSession(configuration: .lean(limits), delegate: delegate, delegateQueue: nil)
    }

    /// Tasks that have not ended.
    var exchangeCount: Int { delegate.exchanges.count }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func perform(_ request: OutgoingRequest, _ patience: ExchangeTimeouts, _ watchdog: Watchdog) async throws -> APIResponse {
        let exchange = DataTaskHandler(
            request, limit: limits.responseBytes, mayFindConnection: answered.withLock { $0[request.origin] },
            patience: patience, watchdog: watchdog, control: Self.control)
        let response = try await exchange.perform { [session, delegate] exchange, urlRequest in
            let task = session.dataTask(with: urlRequest)
            delegate.add(exchange, as: task)
            return task
        }
        answered.withLock { $0.update(request.origin) { $0 = true } }
        return response
    }

    /// Fails every exchange that is out of patience, and says when the next one will be.
    func expire(at now: Duration) -> Duration? {
        let expiries: [Duration] = delegate.exchanges.compactMap { exchange in
            guard let expiry = exchange.expiry else { return nil }
            if expiry > now { return expiry }
            exchange.expire(at: now)
            return nil
        }
        return expiries.min()
    }
}

extension URLSessionConfiguration {
    /// No cache, cookies or credentials: on Linux each of them costs much and does harm.
    fileprivate static func lean(_ limits: URLSessionClient.Limits) -> URLSessionConfiguration {
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

/// How many tasks this process has given to `URLSession`.
///
/// On Linux all sessions share one queue, and starting a task waits for it. Who finds it idle may start a task on the caller's own
/// thread, which saves a fifth of the time of a small exchange; otherwise the caller must not wait there, or a few slow
/// bodies would block every thread that Swift's tasks run on.
enum InFlightTasks {
    private static let tasks = Locked(0)

    /// Counts a task in, and says whether it is the only one.
    static func add() -> Bool {
        tasks.withLock { tasks in
            tasks += 1
            return tasks == 1
        }
    }

    /// Counts a task out.
    static func remove() {
        tasks.withLock { $0 -= 1 }
    }
}
