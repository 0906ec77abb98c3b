/// Performs exchanges with two `URLSession`s.
///
/// Data tasks with a session delegate are the only part of `URLSession` that works reliably on Linux, so the transport
/// uses nothing else on any platform: no async methods, upload or download tasks, redirects, caches, cookies or
/// credentials of the session. Requests with a body have a session of their own, because on Linux uploads and downloads
/// that share an HTTP/2 connection lose bytes.
struct URLSessionTransport: Transport {
    let name = "URLSession"
    let limitsConnecting = false
    let addedHeaders = URLSessionPlatform.addedHeaders
    private let plain: ManagedSession
    private let uploads: ManagedSession

    /// - Parameter connections: the largest number of connections of a session to one host.
    init(connections: Int) {
        (plain, uploads) = (ManagedSession(connections: connections), ManagedSession(connections: connections))
    }

    func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void) {
        do {
            try URLSessionPlatform.check(host: exchange.request.origin.host)
        } catch {
            exchange.complete(.failure(error))
            return done()
        }
        session(for: exchange.request).start(exchange, done)
    }

    /// Where bytes after the response to a HEAD would be read as the next response, a HEAD has a session of its own,
    /// whose connection is closed with it.
    private func session(for request: ResolvedRequest) -> ManagedSession {
        if request.body != nil { return uploads }
        return URLSessionPlatform.readsBytesAfterHead && request.method == "HEAD"
            ? ManagedSession(connections: 1) : plain
    }
}

/// One `URLSession` with its delegate.
///
/// The session is made immediately, not on demand: two calls that start together could otherwise make two sessions.
final class ManagedSession: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()

    /// Origins that have responded: the session may have kept a connection to them open.
    private let answered = Locked(OriginTable(false))

    /// The queue on which tasks are started and stopped.
    ///
    /// On Linux both block until a queue is free that all sessions of the process share, so they must not run on a
    /// thread of Swift concurrency. All managed sessions share this queue: with one queue each, a few hundred clients
    /// that start together would block all Dispatch threads, and none would be left for the work that they wait for.
    private static let control = DispatchQueue(label: "EndpointClient.URLSession.control")

    init(connections: Int) {
        session = URLSession(configuration: .minimal(connections), delegate: delegate, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Starts an exchange. The session stays until it has ended.
    func start(_ exchange: Exchange, _ done: @escaping @Sendable () -> Void) {
        let origin = exchange.request.origin
        let handler = DataTaskHandler(
            exchange, mayFindConnection: answered.withLock { $0[origin] }, control: Self.control
        ) { [self] hasAnswered in
            if hasAnswered { answered.withLock { $0.update(origin) { $0 = true } } }
            done()
        }
        handler.start { [session, delegate] handler, urlRequest in
            let task = session.dataTask(with: urlRequest)
            delegate.add(handler, for: task)
            return task
        }
    }
}

extension URLSessionConfiguration {
    /// A session without cache, cookies and credentials. On Linux they are slow and unreliable.
    fileprivate static func minimal(_ connections: Int) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = connections
        return configuration
    }
}

/// The number of tasks that this process has given to `URLSession`.
///
/// On Linux starting a task waits for a queue that all sessions share. The only task of the process finds the queue
/// idle and may be started on the caller's thread, which saves a fifth of the time of a small exchange. Any other task
/// must not be: a few slow bodies would block every thread of Swift concurrency.
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
