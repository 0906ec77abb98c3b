/// A request that a cache may answer, with what it is found by.
struct CachedCall: Sendable {
    var request: APIRequest
    let url: URL
    let key: CacheKey
    let rules: CacheRequest
    /// The headers of its credential, as one text; the account of the app takes their place.
    let identity: String
    let account: String?
    /// How often responses had been removed when it began.
    let removalCount: Int
    /// Whether its response may be stored and found: its credential is known.
    let isKnown: Bool

    /// Nil for a request that passes the cache by: with another method or a body, as a stream, and one whose absolute
    /// URL is unknown.
    init?(_ request: APIRequest, in cache: HTTPCache, around traits: ClientTraits) async {
        let method = request.urlRequest.httpMethod ?? "GET"
        guard method == "GET" || method == "HEAD", !request.wantsStream, request.body == nil,
            request.urlRequest.httpBody == nil, request.urlRequest.httpBodyStream == nil,
            let url = traits.absoluteURL(of: request)
        else { return nil }
        (self.request, self.url, removalCount) = (request, url, cache.removalCount)
        account = cache.options.account?().flatMap { $0.isEmpty ? nil : $0 }
        if account == nil { isKnown = await traits.knowsCredential(request.context) } else { isKnown = true }
        let headers = traits.headers(of: request)
        rules = CacheRequest(method: method, headers: headers, policy: request.urlRequest.cachePolicy)
        identity = CacheIdentity.text(headers, declared: traits.sentHeaders(), isSecret: cache.digests.isSecret)
        let owner =
            account.map(HTTPCache.owner)
            ?? (identity.isEmpty ? "" : "credential:" + cache.digests.digest(identity))
        key = CacheKey(url: url.absoluteString, owner: owner)
    }

    /// The request as it is sent, with conditions.
    func forwarded(_ conditions: HeaderFields = [:]) -> APIRequest {
        var forwarded = request
        for field in conditions { forwarded.urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
        if let control = rules.forwardedControl {
            forwarded.urlRequest.setValue(control, forHTTPHeaderField: "Cache-Control")
        }
        return forwarded
    }
}

extension ClientTraits {
    /// The absolute URL of a request, without its fragment; nil if the client has no base URL, or would reject it.
    func absoluteURL(of request: APIRequest) -> URL? {
        request.urlRequest.url.flatMap { try? base.resolve($0, allowsInsecureConnections: true) }
    }

    /// The headers with which a request is sent, as far as they are declared. Those of the request take precedence,
    /// except for an `Accept` of its kind of endpoint.
    fileprivate func headers(of request: APIRequest) -> HeaderFields {
        let declared = engineHeaders.merging(sentHeaders())
        var headers = declared.merging(HeaderFields(request.urlRequest))
        if request.hasDefaultAccept, let accept = declared["Accept"], accept != "*/*" { headers["Accept"] = accept }
        return headers
    }
}

/// What the clients inside a cache report of the request that they send: that of the last attempt counts.
final class ForwardedRequest: Sendable {
    private struct State {
        var headers: HeaderFields?
        var time: Double
        var isRedirected = false
    }

    private let state: Locked<State>
    private let now: @Sendable () -> Double

    init(_ now: @escaping @Sendable () -> Double) {
        self.now = now
        state = Locked(State(time: now()))
    }

    func observe(_ signal: CallSignal) {
        switch signal {
        case .headers(let headers):
            let time = now()
            state.withLock { $0 = State(headers: headers, time: time, isRedirected: $0.isRedirected) }
        case .step(.redirected, _): state.withLock { $0.isRedirected = true }
        case .step(.retrying, _): state.withLock { $0.isRedirected = false }
        default: break
        }
    }

    /// When it was sent, in seconds since 1970.
    var time: Double { state.withLock { $0.time } }

    /// Why the response doesn't belong to the request as the cache knows it; nil if it does.
    ///
    /// A client that reports no headers is taken at its word. A request to another origin than that of the client may
    /// lack the headers that belong there.
    func difference(
        from call: CachedCall, vary: [String], in cache: HTTPCache, around traits: ClientTraits
    ) -> String? {
        let (headers, isRedirected) = state.withLock { ($0.headers, $0.isRedirected) }
        if isRedirected { return "redirect" }
        let account = cache.options.account?().flatMap { $0.isEmpty ? nil : $0 }
        if account != call.account { return "account" }
        let declared = traits.sentHeaders()
        guard let headers else {
            let now = CacheIdentity.text(
                declared.merging(HeaderFields(call.request.urlRequest)), declared: declared,
                isSecret: cache.digests.isSecret)
            return account == nil && now != call.identity ? "credential" : nil
        }
        let sent = CacheIdentity.text(headers, declared: declared, isSecret: cache.digests.isSecret)
        let isOwn = Origin(call.url) == traits.baseOrigin
        if account == nil, sent != call.identity, isOwn || !sent.isEmpty { return "credential" }
        let all = traits.engineHeaders.merging(headers)
        return CacheVariant.text(vary, of: all) == CacheVariant.text(vary, of: call.rules.headers) ? nil : "vary"
    }
}
