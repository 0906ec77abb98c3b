/// A client for real servers, with one of two engines: ``URLSessionClient`` or `CURLClient`. `LiveClient` is the one
/// for the platform.
///
/// ```swift
/// let client = LiveClient(baseURL: URL(string: "https://api.example.com/v1")!)
/// let book = try await client.request(BookEndpoint(id: "1"))
/// ```
///
/// Relative requests stay below the base URL. A request that could be split into two is rejected before anything is
/// sent. Redirects are followed by `RedirectPolicy`, so that no credential leaves its origin. Nothing is cached, no
/// cookie is stored, and no challenge is answered. ``Limits`` bounds how long a server can make a call wait and how
/// much it can make the client store. Cancelling the calling task ends a call immediately.
///
/// The rules are the same with every engine. `Engine` is only a type parameter: no value of it is ever made.
public struct EngineClient<Engine>: APIClient {
    /// How long a server can make the client wait, and how much it can make it store.
    public typealias Limits = ClientLimits

    public let traits: ClientTraits
    private let resolver: RequestResolver
    private let limits: ClientLimits
    private let transport: any Transport
    private let table: ExchangeTable

    init(
        _ resolver: RequestResolver, limits: ClientLimits, redaction: Redaction, time: TimeSource,
        transport: any Transport
    ) {
        self.resolver = resolver
        var traits = ClientTraits(redaction: redaction, enforcesDeadlines: true)
        traits.baseOrigin = resolver.base.origin
        traits.base = resolver.base
        traits.engineHeaders = transport.addedHeaders
        traits.time = time
        traits.signsRequests = true
        traits.tracesRequests = true
        self.traits = traits.sending { resolver.defaultHeaders }
        self.limits = limits
        self.transport = transport
        table = ExchangeTable(
            calls: limits.concurrentCallsPerOrigin, streams: limits.concurrentStreamsPerOrigin, time: time)
    }

    /// Sends a request, and again for each redirect, until a response is final.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        var context = request.context
        context.continueTrace()
        do {
            let first = try resolver.resolve(request)
            guard transport.limitsConnecting || first.connectLimit == nil else {
                throw RequestError(
                    .timeout("\(transport.name) has no limit for connecting: use `timeouts.head` instead of `connect`.")
                )
            }
            do {
                let response = try await follow(first, in: context)
                return concerning(first, response)
            } catch let error as URLError {
                throw error.concerning(first.method, first.url, redaction: traits.redaction)
            }
        } catch {
            throw error.redacted(by: traits.redaction)
        }
    }

    /// The response, with errors of its stream that name the request.
    private func concerning(_ request: ResolvedRequest, _ response: APIResponse) -> APIResponse {
        guard case .stream(let stream) = response.body else { return response }
        var response = response
        let url = response.http.url ?? request.url
        response.body = .stream(
            stream.mapError { [redaction = traits.redaction] error in
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
            let deadline = context.deadline?.converted(to: table.time)
            var limit: Deadline?
            var redirectCount = 0
            while true {
                let response = try await perform(hop, after: redirectCount, until: deadline, &limit, in: context)
                let next = try resolver.redirect(
                    of: hop, by: response.http, after: redirectCount, limit: limits.redirects)
                guard let next else { return response }
                context.emit(.redirected(status: response.http.statusCode, to: next.origin))
                hop = next
                redirectCount += 1
            }
        } catch let error as URLError {
            throw error.failing(at: hop.url, redaction: traits.redaction)
        }
    }

    /// Performs one exchange of a call.
    ///
    /// After a redirect, an error that means that the server cannot be reached does not prove that nothing was sent. It
    /// becomes the error of a lost connection, so that a POST is not sent twice because of it.
    private func perform(
        _ hop: ResolvedRequest, after redirects: Int, until deadline: Deadline?, _ limit: inout Deadline?,
        in context: CallContext
    ) async throws -> APIResponse {
        do {
            return try await perform(hop, until: deadline, &limit, in: context)
        } catch let error as URLError where redirects > 0 && error.code.wasNotSent {
            throw URLError(
                .networkConnectionLost,
                description: "The redirect to \(hop.origin) failed: \(error.localizedDescription)")
        } catch let error as RequestError where redirects > 0 && error.isAboutHost {
            throw RequestError(.redirect(error.description, to: hop.url.absoluteString))
        }
    }

    /// Performs one exchange when its origin has a free slot. The first one of a call sets its limit, which
    /// continues over redirects. A stream has a slot of its own until its end, and that of a call until its head.
    private func perform(
        _ hop: ResolvedRequest, until deadline: Deadline?, _ limit: inout Deadline?, in context: CallContext
    ) async throws -> APIResponse {
        var context = context
        let id = context.beginSend()
        defer { context.endSend() }
        var isOpen = false
        let isForStreams = hop.wantsStream && !hop.isDownload
        let stream =
            isForStreams
            ? try await place(for: id, in: .init(origin: hop.origin, isForStreams: true), until: deadline, context)
            : nil
        defer { if let stream, !isOpen { table.release(stream) } }
        let place = try await place(for: id, in: .init(origin: hop.origin), until: deadline, context)
        defer { if stream != nil || !isOpen { table.release(place) } }
        limit = limit ?? self.limit(of: context, hasBody: hop.body != nil)
        return try await hop.traced(in: context, redaction: traits.redaction) { [limit] hop in
            let hop = try await context.sign == nil ? hop : hop.signed(in: context, on: table.time)
            context.report(headers: hop.headers)
            let exchange = Exchange(
                hop, bodyLimit: limits.responseBytes, call: deadline, limit: limit, idle: idle(of: hop), in: table,
                onRepeat: { [context] in context.emit(.repeated(because: .transport(.networkConnectionLost))) }
            ) { [time = table.time] report in
                limit?.record(report, at: time.now())
                hop.onBody(report)
            }
            let response = try await exchange.response { [table] in
                table.add(exchange, at: place)
                transport.start(exchange) { table.remove(place) }
            }
            if case .stream = response.body {
                isOpen = true
                exchange.channel?.whenEnded { [table] in table.release(stream ?? place) }
            }
            return response
        }
    }

    /// Waits for a slot.
    private func place(
        for id: SendID, in room: Places.Room, until deadline: Deadline?, _ context: CallContext
    ) async throws -> ExchangeTable.Place {
        let place = table.place(for: id, in: room, until: deadline)
        if place.isQueued {
            let start = table.time.now()
            context.emit(.queued)
            try await table.wait(for: place)
            context.emit(.admitted(after: table.time.now() - start))
        }
        return place
    }

    /// The limit of an attempt or of the client, whichever is earlier, for a call whose first exchange begins now.
    private func limit(of context: CallContext, hasBody: Bool) -> Deadline? {
        let own = limits.deadline
        if let attempt = context.attempt, own.map({ attempt.duration <= $0 }) ?? true {
            return Deadline(
                after: attempt, of: .attempt, on: table.time, without: hasBody ? UploadFlow() : nil)
        }
        return own.map { Deadline(after: .init($0, from: .client), of: .exchanges, on: table.time) }
    }

    /// The longest time in which nothing may be sent or received; nil for no limit.
    private func idle(of request: ResolvedRequest) -> Deadline.Limit? {
        if let interval = request.timeoutInterval { return Deadline.Limit(interval, from: .request) }
        return limits.idle.map { Deadline.Limit($0, from: .client) }
    }
}

extension EngineClient: DescriptionOnly {
    /// `CURL(api.example.com)`, without its headers, which may contain a credential; `CURL` without a base URL.
    public var description: String { resolver.base.origin.map { "\(transport.name)(\($0.host))" } ?? transport.name }
}

extension EngineClient {
    /// The number of origins with calls in progress, of waiting calls, and of exchanges that the transport has not
    /// released. The entry of a stopped exchange is removed shortly after the call has ended.
    package var callsUnderWay: Int { table.count }

    /// Calls that wait in the queue of their origin.
    var callsWaiting: Int { table.waitingCount }
}

extension RequestError {
    /// Whether the error means that the transport cannot reach the host.
    fileprivate var isAboutHost: Bool {
        if case .host = reason { true } else { false }
    }
}
