@_spi(EndpointTool) import EndpointCore

/// A client that stores responses and answers from them, as `CachePolicy` decides.
struct CachingClient: ClientDecorator {
    let upstream: any APIClient
    let cache: HTTPCache
    let time: TimeSource
    /// The traits of the client that it wraps.
    let inner: ClientTraits

    init(_ upstream: any APIClient, in cache: HTTPCache, time: TimeSource) {
        (self.upstream, self.cache, self.time) = (upstream, cache, time)
        inner = upstream.traits
    }

    var order: LayerOrder? { .caching }

    var traits: ClientTraits { inheritedTraits(waits: !cache.isInMemory) }

    /// - Throws: `URLError.resourceUnavailable` if the request allows only a stored response and there is none;
    ///   otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        guard let call = await CachedCall(request, in: cache, around: inner) else { return try await pass(request) }
        let (entry, missing) = call.isKnown ? await find(call) : (nil, .bypass)
        switch decide(call, entry, missing) {
        case .forward(let reason): return try await load(call, because: reason)
        case .unavailable: throw unavailable(call)
        case .reuse(let freshness):
            if let response = await response(from: entry, to: call, freshness) { return response }
            if call.rules.isOnlyForCache { throw unavailable(call) }
            return try await load(call, because: .miss)
        case .reuseAndRefresh(let freshness, let validation):
            guard let entry, var response = await response(from: entry, to: call, freshness) else {
                return try await load(call, because: .miss)
            }
            response.stored?.refreshed = refresh(entry, validation, for: call)
            return response
        case .validate(let freshness, let validation):
            guard let entry else { return try await load(call, because: .stale) }
            return try await validate(entry, freshness, validation, for: call)
        }
    }

    private func decide(
        _ call: CachedCall, _ entry: CacheEntry?, _ missing: CacheStatus.Reason = .uriMiss
    ) -> CachePolicy.Decision {
        let policy = CachePolicy(staleWhenOffline: cache.options.staleWhenOffline)
        let hasFailed = entry.map { cache.refreshes.hasFailed($0.id) } ?? false
        return policy.decide(call.rules, stored: entry?.stored, missing: missing, at: now(), hasFailed: hasFailed)
    }

    /// Sends a request that isn't cached. One that changes something makes stored responses invalid.
    private func pass(_ request: APIRequest) async throws -> APIResponse {
        let response = try await upstream.send(request)
        let method = request.urlRequest.httpMethod ?? "GET"
        if let url = inner.absoluteURL(of: request),
            let urls = CacheRules.invalidated(
                by: method, at: url, status: response.http.statusCode, response.headers)
        {
            let texts = Set(urls.compactMap { try? BaseURL(nil).resolve($0, allowsInsecureConnections: true) })
            let keys = Set(texts.map(\.absoluteString))
            await cache.remove { keys.contains($0.url) }
        }
        return response
    }

    /// The stored response that matches a request, or why there is none.
    private func find(_ call: CachedCall) async -> (CacheEntry?, CacheStatus.Reason) {
        let heads = await cache.store.heads(for: call.key)
        for head in heads {
            let entry = CacheEntry(head)
            guard let names = CacheVariant.names(in: entry.stored.headers) else { continue }
            let text = CacheVariant.text(names, of: call.rules.headers)
            if cache.digests.digest(text) == head.variant { return (entry, .miss) }
        }
        return (nil, heads.isEmpty ? .uriMiss : .varyMiss)
    }

    func now() -> Double { time.date().timeIntervalSince1970 }

    private func unavailable(_ call: CachedCall) -> URLError {
        URLError(.resourceUnavailable, description: "No stored response, and the request allows no other.")
            .failing(at: call.url, redaction: inner.redaction)
            .concerning(call.rules.method, call.url, redaction: inner.redaction)
    }
}

// Responses from the store.
extension CachingClient {
    /// A stored response for the caller, or the part of it that the request asks for. If another one has replaced it
    /// meanwhile, it is that one, unless the server has to be asked; nil if the body is missing.
    private func response(
        from entry: CacheEntry?, to call: CachedCall, _ freshness: CacheFreshness, because error: String? = nil
    ) async -> APIResponse? {
        guard let entry else { return nil }
        if let response = await entry.response(to: call, freshness, from: cache.store) {
            report(freshness, to: call, because: error)
            return response
        }
        guard let newer = await replacement(of: entry, for: call), case .reuse(let freshness) = decide(call, newer),
            let response = await newer.response(to: call, freshness, from: cache.store)
        else { return nil }
        report(freshness, to: call, because: error)
        return response
    }

    private func report(_ freshness: CacheFreshness, to call: CachedCall, because error: String?) {
        call.request.context.emit(
            .decided(
                name: freshness.isFresh ? "cacheHit" : "cacheStale",
                fields: [
                    "age": .seconds(Double(CacheStatus.whole(freshness.age))),
                    "timeLeft": .seconds(Double(CacheStatus.whole(freshness.timeLeft))),
                ].merging(error.map { ["error": .text($0)] } ?? [:]) { $1 }))
    }

    /// The stored response that another call has put in place of one; nil if there is none.
    private func replacement(of entry: CacheEntry, for call: CachedCall) async -> CacheEntry? {
        let (newer, _) = await find(call)
        return newer?.head == entry.head ? nil : newer
    }

    /// Asks the server whether a stored response is current. If it fails, the response may be used in spite of its age.
    private func validate(
        _ entry: CacheEntry, _ freshness: CacheFreshness, _ validation: CachePolicy.Validation, for call: CachedCall
    ) async throws -> APIResponse {
        let fetched: Fetched
        do {
            fetched = try await fetch(call, with: validation.conditions, of: entry)
        } catch {
            guard validation.allowsStale(after: error),
                let stale = await response(
                    from: entry, to: call, freshness, because: error.line(by: inner.redaction))
            else { throw error }
            return stale
        }
        let status = fetched.response.http.statusCode
        if validation.allowsStaleIfError, CachePolicy.failures.contains(status),
            let stale = await response(from: entry, to: call, freshness, because: fetched.response.statusLine)
        {
            return stale
        }
        guard status == 304, !validation.conditions.isEmpty else {
            return await keep(fetched, of: call, because: .stale, replacing: entry)
        }
        guard let confirmed = await confirm(entry, by: fetched, for: call),
            let response = await response(confirmed: confirmed, to: call)
        else { return try await load(call, because: .miss) }
        call.request.context.emit(.decided(name: "cacheRevalidated", fields: ["status": .integer(304)]))
        return response
    }

    /// The response that the server has confirmed just now. Another call may have stored its own confirmation of it, or
    /// a newer response.
    private func response(confirmed: CacheEntry, to call: CachedCall) async -> APIResponse? {
        if let response = await confirmed.response(to: call, from: cache.store) { return response }
        guard let newer = await replacement(of: confirmed, for: call) else { return nil }
        let isReusable = if case .reuse = decide(call, newer) { true } else { newer.isConfirmed(with: confirmed) }
        return isReusable ? await newer.response(to: call, from: cache.store) : nil
    }

    /// Updates a response that the server has confirmed; nil if the confirmation may be for another sender.
    private func confirm(_ entry: CacheEntry, by fetched: Fetched, for call: CachedCall) async -> CacheEntry? {
        let vary = CacheVariant.names(in: entry.stored.headers) ?? []
        guard fetched.sent.difference(from: call, vary: vary, in: cache, around: inner) == nil else { return nil }
        let confirmed = entry.confirmed(by: fetched.response, fetched.sent.time, now())
        guard call.removalCount == cache.removalCount else { return confirmed }
        await cache.store.update(confirmed.head, replacing: entry.head)
        cache.refreshes.succeeded(entry.id)
        return confirmed
    }

    /// Refreshes a response while its callers use it, unless a refresh of it is under way. The result waits for the
    /// response of the refresh, until the deadline of the call.
    private func refresh(
        _ entry: CacheEntry, _ validation: CachePolicy.Validation, for call: CachedCall
    ) -> @Sendable () async throws -> APIResponse {
        let (task, isOwn) = cache.refreshes.begin(entry.id) { try await refreshed(entry, validation, for: call) }
        return {
            let refreshed = try await Race(until: call.request.context.deadline, on: time).run { try await task.value }
            if isOwn || refreshed.answers(call) { return refreshed.response }
            return try await load(call, because: .stale)
        }
    }

    /// A refresh, whose steps belong to the call that has started it.
    private func refreshed(
        _ entry: CacheEntry, _ validation: CachePolicy.Validation, for call: CachedCall
    ) async throws -> RefreshedResponse {
        var refresh = call
        let context = call.request.context
        refresh.request.context = context.detached { [context] }
        let limit = Deadline(after: .init(.seconds(60), from: .client), of: .call, on: time)
        refresh.request.context.deadline = limit
        do {
            var fetched = try await fetch(refresh, with: validation.conditions, of: entry)
            if fetched.response.http.statusCode == 304, !validation.conditions.isEmpty {
                if let confirmed = await confirm(entry, by: fetched, for: refresh),
                    let response = await confirmed.response(to: refresh, from: cache.store)
                {
                    return refreshedResponse(response, of: refresh, fetched.sent, isStored: true)
                }
                fetched = try await fetch(refresh)
            }
            let refusal = await store(fetched, of: refresh, replacing: entry)
            if let refusal {
                let line = fetched.response.statusLine
                context.emit(.decided(name: "cacheRefreshFailed", fields: ["reason": .text("\(line): \(refusal)")]))
            }
            let response = fetched.response.marked(.forwarded(.stale, isStored: refusal == nil))
            return refreshedResponse(response, of: refresh, fetched.sent, isStored: refusal == nil)
        } catch {
            let reason = error.line(by: inner.redaction)
            context.emit(.decided(name: "cacheRefreshFailed", fields: ["reason": .text(reason)]))
            throw error
        }
    }

    private func refreshedResponse(
        _ response: APIResponse, of call: CachedCall, _ sent: ForwardedRequest, isStored: Bool
    ) -> RefreshedResponse {
        let vary = CacheVariant.names(in: response.headers) ?? []
        let isOwn = sent.difference(from: call, vary: vary, in: cache, around: inner) == nil
        return RefreshedResponse(
            response: response, isStored: isStored,
            variant: isOwn ? CacheVariant.text(vary, of: call.rules.headers) : nil)
    }
}

// Responses from the server.
extension CachingClient {
    /// A response of the server, and what is known of its request.
    private struct Fetched: Sendable {
        let response: APIResponse
        let sent: ForwardedRequest
        let arrival: Double
    }

    /// Sends a request, with the conditions that ask whether a stored response is current.
    private func fetch(
        _ call: CachedCall, with conditions: HeaderFields = [:], of entry: CacheEntry? = nil
    ) async throws -> Fetched {
        let sent = ForwardedRequest { [date = time.date] in date().timeIntervalSince1970 }
        var request = call.forwarded(conditions)
        request.context.observe { sent.observe($0) }
        if let entry, !conditions.isEmpty {
            request.context.confirmed = { [store = cache.store] in await entry.whole(confirmedBy: $0, from: store) }
        }
        let isEnforced = inner.enforcesDeadlines || request.context.deadline == nil
        let response =
            try await isEnforced
            ? upstream.send(request) : upstream.send(request, within: Race(until: request.context.deadline, on: time))
        return Fetched(response: response, sent: sent, arrival: now())
    }

    private func load(_ call: CachedCall, because reason: CacheStatus.Reason) async throws -> APIResponse {
        await keep(try await fetch(call), of: call, because: reason)
    }

    /// Stores a response if that is allowed, and marks it for the caller.
    private func keep(
        _ fetched: Fetched, of call: CachedCall, because reason: CacheStatus.Reason, replacing old: CacheEntry? = nil
    ) async -> APIResponse {
        let refusal = await store(fetched, of: call, replacing: old)
        var fields: [String: LogEntry.Value] = ["reason": .text(reason.rawValue)]
        fields["notStored"] = refusal.map { .text($0) }
        call.request.context.emit(.decided(name: "cacheMiss", fields: fields))
        return fetched.response.marked(.forwarded(reason, isStored: refusal == nil))
    }

    /// Stores a response, or returns why not.
    private func store(_ fetched: Fetched, of call: CachedCall, replacing old: CacheEntry? = nil) async -> String? {
        guard case .data(let body) = fetched.response.body else { return "stream" }
        let response = StoredResponse(
            status: fetched.response.http.statusCode, headers: fetched.response.headers.endToEnd,
            requestTime: fetched.sent.time, responseTime: fetched.arrival)
        var refusal = refusal(of: response, body, fetched, to: call)
        if refusal == nil, await !save(response, body, fetched, of: call) { refusal = "removed" }
        // The stored response is not the current one any more.
        if refusal != nil, let old, (200..<300).contains(response.status) {
            await cache.remove { $0 == old.head.key }
        }
        return refusal
    }

    /// Saves a response, unless something was removed since the call began. Returns whether it did.
    private func save(_ response: StoredResponse, _ body: Data, _ fetched: Fetched, of call: CachedCall) async -> Bool {
        let names = CacheVariant.names(in: response.headers) ?? []
        let variant = cache.digests.digest(CacheVariant.text(names, of: call.rules.headers))
        let head = CachedHead(
            key: call.key, variant: variant, status: response.status,
            httpVersion: fetched.response.metrics?.httpVersion ?? "HTTP/1.1",
            fields: response.headers.map { [$0.name, $0.value] }, url: fetched.response.http.url ?? call.url,
            requestTime: response.requestTime, responseTime: response.responseTime)
        guard await cache.save(head, body: body, removals: call.removalCount) else { return false }
        cache.refreshes.succeeded(CacheRefreshes.ID(head))
        return true
    }

    private func refusal(
        of response: StoredResponse, _ body: Data, _ fetched: Fetched, to call: CachedCall
    ) -> String? {
        guard call.isKnown else { return "credential" }
        if let refusal = CacheRules.refusal(of: response, to: call.rules) { return refusal }
        guard CacheRules.isComplete(body.count, fetched.response.headers) else { return "incomplete" }
        if let url = fetched.response.http.url, url.scheme != nil, url != call.url { return "redirect" }
        let vary = CacheVariant.names(in: response.headers) ?? []
        return fetched.sent.difference(from: call, vary: vary, in: cache, around: inner)
    }
}

extension CachePolicy.Validation {
    /// Whether a stale response may be used after an error.
    fileprivate func allowsStale(after error: any Error) -> Bool {
        switch error {
        case let error as URLError where Self.unreachable.contains(error.code):
            allowsStaleIfError || allowsStaleOffline
        case let error as URLError: allowsStaleIfError && error.code != .cancelled
        case is BreakerOpenError: allowsStaleIfError
        default: false
        }
    }

    private static let unreachable: Set<URLError.Code> = [
        .notConnectedToInternet, .networkConnectionLost, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
        .timedOut, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
    ]
}

extension APIClient {
    /// This client with a cache (RFC 9111): responses are stored as long as the server allows, and requests are
    /// answered from them.
    ///
    /// `GET` is cached, without a body and not as a stream, a download or a part; other methods make stored responses
    /// for their URL invalid. Every `URLRequest.cachePolicy` is obeyed; `returnCacheDataDontLoad` without a stored
    /// response throws `URLError.resourceUnavailable`. Each cached response has an `Age`, and each response a
    /// `Cache-Status` (RFC 9211) in its `APIResponse.headers`, whose cache is named `Endpoint`. The decisions are
    /// events: `cacheHit`, `cacheStale`, `cacheRevalidated`, `cacheMiss` and `cacheRefreshFailed`. A hit has no
    /// `metrics`.
    ///
    /// Put it outside retries and credentials: it asks the clients inside whose answer they would get. An answer is not
    /// stored if a credential, or a header that `Vary` names, was added to the request without being declared in
    /// ``ClientTraits/sentHeaders``, and if the client has no base URL for a relative request. A closure that provides
    /// credentials is called for each request, even if it is answered from the cache, unless the cache has
    /// `Options.account`.
    ///
    /// `time` provides the time of day, from which ages are computed.
    public func caching(in cache: HTTPCache, time: TimeSource = .system) -> some ClientDecorator {
        CachingClient(self, in: cache, time: time)
    }
}
