/// What all clients with a ``Transport`` have in common: the rules of requests, redirects, the queue of each origin, time limits and the
/// sentences of errors.
final class TransportClient<Carrier: Transport>: Sendable {
    let resolver: RequestResolver
    let traits: ClientTraits
    private let redaction: Redaction
    private let limits: ClientLimits
    private let transport: Carrier
    private let limiter: ConcurrencyLimiter
    private let exchanges: ExchangeTable
    private let timer: DeadlineTimer

    init(
        _ environment: some APIEnvironment, limits: ClientLimits, redaction: Redaction, time: TimeSource,
        transport: Carrier
    ) {
        let (limiter, exchanges) = (ConcurrencyLimiter(limit: limits.concurrentCallsPerOrigin), ExchangeTable())
        let resolver = RequestResolver(environment)
        self.resolver = resolver
        traits = ClientTraits(baseURL: environment.baseURL, redaction: redaction, enforcesDeadlines: true)
            .sending { resolver.defaultHeaders }
        self.redaction = redaction
        self.limits = limits
        self.transport = transport
        self.limiter = limiter
        self.exchanges = exchanges
        timer = DeadlineTimer(time: time) { now in
            [limiter.expire(at: now), exchanges.expire(at: now)].compactMap { $0 }.min()
        }
    }

    /// The number of entries in all tables: calls that have started or wait, and exchanges that the transport is not done with.
    var callsUnderWay: Int { limiter.callCount + exchanges.count }

    /// Calls that wait in the queue of their origin.
    var callsWaiting: Int { limiter.waitingCount }

    /// Sends a request, and again for each redirect, until a response is final.
    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        var context = request.context
        context.continueTrace()
        do {
            let first = try resolver.resolve(request)
            do {
                let response = try await follow(first, in: context)
                return concerning(first, response)
            } catch let error as URLError {
                throw error.concerning(first.method, first.url, redaction: redaction)
            }
        } catch {
            throw error.redacted(by: redaction)
        }
    }

    /// The response, with errors of its stream that say what was asked.
    private func concerning(_ request: ResolvedRequest, _ response: APIResponse) -> APIResponse {
        guard case .stream(let stream) = response.body else { return response }
        var response = response
        let url = response.http.url ?? request.url
        response.body = .stream(
            stream.mapError { [redaction] error in
                guard let error = error as? URLError else { return error.redacted(by: redaction) }
                return error.failing(at: url, redaction: redaction)
                    .concerning(request.method, request.url, redaction: redaction).redacted(by: redaction)
            })
        return response
    }

    private func follow(_ request: ResolvedRequest, in context: CallContext) async throws -> APIResponse {
        var hop = request
        do {
            try context.checkDeadline()
            var timeouts = timeouts(for: context)
            var redirectCount = 0
            while true {
                let response = try await perform(hop, after: redirectCount, &timeouts, in: context)
                let next = try resolver.redirect(
                    of: hop, by: response.http, after: redirectCount, limit: limits.redirects)
                guard let next else { return response }
                context.emit(.redirected(status: response.http.statusCode, to: next.origin))
                hop = next
                redirectCount += 1
            }
        } catch let error as URLError {
            throw error.failing(at: hop.url, redaction: redaction)
        }
    }

    /// Performs one exchange of a call.
    ///
    /// After a redirect, an error that means that the server cannot be reached does not prove that nothing was sent. It becomes the
    /// error of a lost connection, so that a POST is not sent twice because of it.
    private func perform(
        _ hop: ResolvedRequest, after redirects: Int, _ timeouts: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        do {
            return try await perform(hop, &timeouts, in: context)
        } catch let error as URLError where redirects > 0 && error.code.wasNotSent {
            throw URLError(
                .networkConnectionLost,
                description: "The redirect to \(hop.origin) leads nowhere: \(error.localizedDescription)")
        } catch let error as RequestError where redirects > 0 && error.isAboutHost {
            throw RequestError(.redirect(error.description, to: hop.url.absoluteString))
        }
    }

    /// Performs one exchange when its origin has a place for it.
    private func perform(
        _ hop: ResolvedRequest, _ timeouts: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        var queuedAt: Duration?
        try await limiter.acquire(hop.origin, until: timeouts.callDeadline) {
            queuedAt = timer.now
            context.emit(.queued)
            if let deadline = timeouts.callDeadline { timer.schedule(at: deadline.time) }
        }
        var isStream = false
        defer { if !isStream { limiter.release(hop.origin) } }
        if let queuedAt { context.emit(.admitted(after: timer.now - queuedAt)) }
        timeouts.start(at: timer.now)
        return try await hop.traced(in: context, redaction: redaction) { [timeouts] hop in
            let exchange = Exchange(hop, bodyLimit: limits.responseBytes, timeouts: timeouts, timer: timer)
            let response = try await exchange.response { [exchanges] in
                exchanges.add(exchange)
                transport.start(exchange) { exchanges.remove(exchange) }
            }
            if case .stream = response.body {
                isStream = true
                exchange.channel?.whenEnded { [limiter] in limiter.release(hop.origin) }
            }
            return response
        }
    }

    /// The timeouts of a new call. Only the call's own deadline includes the wait in the queue.
    private func timeouts(for context: CallContext) -> ExchangeTimeouts {
        var timeouts = ExchangeTimeouts(
            deadline: limits.deadline, attemptLimit: context.attemptLimit, idle: limits.idle)
        timeouts.callDeadline = context.deadline.map {
            AbsoluteDeadline(time: timer.now + $0.timeLeft, error: $0.error)
        }
        return timeouts
    }
}

/// The exchanges that a transport is not done with.
final class ExchangeTable: Sendable {
    private let exchanges = Locked<[ObjectIdentifier: Exchange]>([:])

    var count: Int { exchanges.withLock { $0.count } }

    func add(_ exchange: Exchange) {
        exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
    }

    func remove(_ exchange: Exchange) {
        exchanges.withLock { $0[ObjectIdentifier(exchange)] = nil }
    }

    /// Fails every exchange that has timed out, and returns when the next one will.
    func expire(at now: Duration) -> Duration? {
        exchanges.withLock { Array($0.values) }.compactMap { $0.expire(at: now) }.min()
    }
}

extension RequestError {
    /// Whether the transport cannot reach the host.
    fileprivate var isAboutHost: Bool {
        if case .host = reason { true } else { false }
    }
}
