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
