extension RateLimit {
    /// The quota of a response of which least is left; nil where none is stated.
    public init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let limits = RateLimit.limits { response.value(forHTTPHeaderField: $0) }
        guard let tightest = limits.min(by: { $0.remaining < $1.remaining }) else { return nil }
        self = tightest
    }

    /// All quotas that headers state, in their order.
    ///
    /// In this order the first that is there counts: `RateLimit` with `RateLimit-Policy` as the IETF's drafts have them
    /// (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Limit`, `-Remaining` and `-Reset` of its older drafts, and the same with
    /// `X-` in front, as GitHub sends them. Never fails: what cannot be read is passed over.
    public static func limits(in header: (String) -> String?) -> [RateLimit] {
        let policies = RateLimitField(header("RateLimit-Policy") ?? "")
        let stated = RateLimitField(header("RateLimit") ?? "")
        let listed = stated.isDictionary ? stated.dictionary(policies.items) : stated.list(policies.items)
        if !listed.isEmpty { return listed }
        for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
            if let limit = single(prefix, header) { return [limit] }
        }
        return []
    }

    /// The three headers with a common beginning. A reset of more than thirty years is no wait, but a time.
    private static func single(_ prefix: String, _ header: (String) -> String?) -> RateLimit? {
        guard let remaining = header(prefix + "Remaining").flatMap(RateLimitField.integer) else { return nil }
        let limits = RateLimitField(header(prefix + "Limit") ?? "").items
        let reset = (header(prefix + "Reset-After") ?? header(prefix + "Reset")).flatMap(RateLimitField.number)
        return RateLimit(
            policy: header(prefix + "Resource"), limit: limits.first.flatMap { RateLimitField.integer($0.name) },
            remaining: remaining, window: limits.lazy.compactMap { $0.seconds("w") }.first,
            reset: reset.map { $0 > 1e9 ? .at($0) : .after($0) })
    }
}

extension HTTPError {
    /// How much the server still allows, if it says so.
    public var rateLimit: RateLimit? { RateLimit(response) }
}
