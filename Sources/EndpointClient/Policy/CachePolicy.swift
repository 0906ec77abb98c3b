/// A request, as far as the decisions of a cache depend on it.
struct CacheRequest: Hashable, Sendable {
    let method: String
    /// Its headers, with those that the client is known to add.
    let headers: HeaderFields
    let control: CacheControl
    let wish: Wish

    /// What its `URLRequest.CachePolicy` asks for.
    enum Wish: Hashable, Sendable {
        /// The rules of the protocol.
        case standard
        /// A response from the server.
        case reload
        /// A response that the server has confirmed.
        case revalidate
        /// A stored response of any age, or else one from the server.
        case storedElseLoad
        /// A stored response of any age.
        case storedOnly
    }

    init(method: String, headers: HeaderFields, policy: URLRequest.CachePolicy = .useProtocolCachePolicy) {
        (self.method, self.headers) = (method, headers)
        control = CacheControl(headers["Cache-Control"])
        wish =
            switch policy {
            case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: .reload
            case .reloadRevalidatingCacheData: .revalidate
            case .returnCacheDataElseLoad: .storedElseLoad
            case .returnCacheDataDontLoad: .storedOnly
            default: .standard
            }
    }

    /// Whether it has a condition of its own (RFC 9110 §13.1), whose result is meant for the caller.
    var isConditional: Bool {
        ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
            .contains { headers.contains($0) }
    }

    /// Whether the server must not be asked.
    var isOnlyForCache: Bool { wish == .storedOnly || control.onlyIfCached }

    /// The `Cache-Control` by which caches on the way obey the wish too; nil if the request has its own, or needs none.
    var forwardedControl: String? {
        if headers.contains("Cache-Control") { return nil }
        switch wish {
        case .reload: return "no-cache"
        case .revalidate: return "max-age=0"
        case .standard, .storedElseLoad, .storedOnly: return nil
        }
    }
}

/// Decides how a private cache answers a request (RFC 9111 §4, RFC 5861, RFC 8246): a pure function.
struct CachePolicy: Hashable, Sendable {
    /// Whether a stale response answers a request if the server can't be reached.
    var staleWhenOffline = false

    /// How a request is answered.
    enum Decision: Hashable, Sendable {
        /// With the stored response.
        case reuse(CacheFreshness)
        /// With the stored response, which is stale and is refreshed meanwhile.
        case reuseAndRefresh(CacheFreshness, Validation)
        /// With the stored response if the server confirms it.
        case validate(CacheFreshness, Validation)
        /// With the response of the server, for this reason.
        case forward(CacheStatus.Reason)
        /// Not at all: nothing suitable is stored, and the server must not be asked.
        case unavailable
    }

    /// How a stored response is confirmed.
    struct Validation: Hashable, Sendable {
        /// The header fields of the conditional request; empty if the response can't be confirmed.
        var conditions: HeaderFields = [:]
        /// Whether the stored response is used if the server fails.
        var allowsStaleIfError = false
        /// Whether it is used if the server can't be reached.
        var allowsStaleOffline = false
    }

    /// Statuses in place of which a stale response may be used (RFC 5861 §4).
    static let failures: Set<Int> = [500, 502, 503, 504]

    /// - Parameters:
    ///   - stored: the stored response that matches the request; nil if there is none.
    ///   - missing: why there is none.
    ///   - hasFailed: whether the last refresh of the stored response has failed, so that it isn't used meanwhile
    ///     again.
    func decide(
        _ request: CacheRequest, stored: StoredResponse?, missing: CacheStatus.Reason = .uriMiss, at now: Double,
        hasFailed: Bool = false
    ) -> Decision {
        if request.wish == .reload || request.control.noStore || request.isConditional {
            return request.isOnlyForCache ? .unavailable : .forward(.request)
        }
        guard let stored else { return request.isOnlyForCache ? .unavailable : .forward(missing) }
        let control = stored.control
        let freshness = CacheFreshness(of: stored, control, at: now)
        if request.wish == .storedOnly || request.wish == .storedElseLoad { return .reuse(freshness) }
        if mayReuse(freshness, control, for: request) { return .reuse(freshness) }
        if request.isOnlyForCache { return .unavailable }
        if request.method != "GET" || request.headers.contains("Range") { return .forward(.stale) }
        let validation = validation(of: stored, control, freshness, for: request)
        if !hasFailed, mayRefreshLater(freshness, control, for: request) {
            return .reuseAndRefresh(freshness, validation)
        }
        return .validate(freshness, validation)
    }

    private func mayReuse(_ freshness: CacheFreshness, _ control: CacheControl, for request: CacheRequest) -> Bool {
        if control.noCache || request.control.noCache { return false }
        if request.wish == .revalidate, !(control.isImmutable && freshness.isFresh) { return false }
        if let limit = request.control.maxAge, freshness.age >= limit { return false }
        if let least = request.control.minFresh, freshness.timeLeft < least { return false }
        if freshness.isFresh { return true }
        guard let most = request.control.maxStale, !control.mustRevalidate, freshness.age < .infinity else {
            return false
        }
        return -freshness.timeLeft <= most
    }

    private func mayRefreshLater(
        _ freshness: CacheFreshness, _ control: CacheControl, for request: CacheRequest
    ) -> Bool {
        let wishes = request.control
        guard request.wish == .standard, !wishes.noCache, wishes.maxAge == nil, wishes.minFresh == nil,
            !control.noCache, !control.mustRevalidate
        else { return false }
        return freshness.age < freshness.lifetime + control.staleWhileRevalidate
    }

    private func validation(
        of stored: StoredResponse, _ control: CacheControl, _ freshness: CacheFreshness, for request: CacheRequest
    ) -> Validation {
        let mayBeStale = !control.noCache && !control.mustRevalidate
        let window = max(control.staleIfError, request.control.staleIfError)
        return Validation(
            conditions: Self.conditions(stored.headers),
            allowsStaleIfError: mayBeStale && freshness.age < freshness.lifetime + window,
            allowsStaleOffline: mayBeStale && staleWhenOffline)
    }

    /// The conditions that ask whether a stored response is still current (RFC 9110 §13.1).
    private static func conditions(_ headers: HeaderFields) -> HeaderFields {
        var conditions: HeaderFields = [:]
        if let tag = headers["ETag"], !tag.isEmpty { conditions["If-None-Match"] = tag }
        if let modified = headers["Last-Modified"], !modified.isEmpty { conditions["If-Modified-Since"] = modified }
        return conditions
    }
}
