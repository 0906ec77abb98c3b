/// A quota in the headers of a response: how many requests the server still allows, and when the quota resets.
public struct HTTPRateLimit: Hashable, Sendable {
    /// When a quota resets.
    enum Reset: Hashable, Sendable {
        /// This many seconds after the response.
        case after(Double)
        /// At this time, in seconds since 1970.
        case at(Double)
    }

    /// The name of the quota, if the server has several.
    public let policy: String?

    /// The size of the full quota.
    public let limit: Int?

    /// What is left of the quota.
    public let remaining: Int

    /// The period that the limit applies to.
    public let window: Duration?

    /// When the quota resets; nil if the server does not say.
    let reset: Reset?

    /// A quota from its parts.
    init(
        policy: String? = nil, limit: Int? = nil, remaining: Int, window: Duration? = nil, reset: Reset? = nil
    ) {
        self.policy = policy
        self.limit = limit
        self.remaining = remaining
        self.window = window
        self.reset = reset
    }

    /// The time until the quota resets; zero for a time that has passed, at most 2³¹ seconds. Nil if the server does
    /// not say.
    public func delay(from now: Date) -> Duration? {
        let seconds: Double? =
            switch reset {
            case .after(let seconds): seconds
            case .at(let time): time - now.timeIntervalSince1970
            case nil: nil
            }
        // The order of the arguments matters: `max(0, .nan)` is 0.
        return seconds.map { .seconds(min(max(0, $0), Double(RetryAfter.longest))) }
    }
}

extension HTTPRateLimit {
    /// The quota of a response with the least left; nil if the headers have none.
    public init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let limits = HTTPRateLimit.limits(in: HeaderFields(response))
        guard let tightest = limits.min(by: { $0.remaining < $1.remaining }) else { return nil }
        self = tightest
    }

    /// All quotas in a response's headers, in order.
    ///
    /// The first of these formats that is present is used: `RateLimit` with `RateLimit-Policy`
    /// (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Limit`, `-Remaining` and `-Reset` of its older drafts, and
    /// the same with the prefix `X-`, as GitHub sends them. Invalid values are skipped.
    public static func limits(in headers: HeaderFields) -> [HTTPRateLimit] {
        let policies = RateLimitField(headers["RateLimit-Policy"] ?? "")
        let stated = RateLimitField(headers["RateLimit"] ?? "")
        let listed = stated.isDictionary ? stated.dictionary(policies.items) : stated.list(policies.items)
        if !listed.isEmpty { return listed }
        for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
            if let limit = single(prefix, headers) { return [limit] }
        }
        return []
    }

    /// The three headers with a common prefix. A reset of more than 10⁹ seconds is a time, not a wait.
    private static func single(_ prefix: String, _ headers: HeaderFields) -> HTTPRateLimit? {
        guard let remaining = headers[prefix + "Remaining"].flatMap(RateLimitField.integer) else { return nil }
        let limits = RateLimitField(headers[prefix + "Limit"] ?? "").items
        let reset = (headers[prefix + "Reset-After"] ?? headers[prefix + "Reset"]).flatMap(RateLimitField.number)
        return HTTPRateLimit(
            policy: headers[prefix + "Resource"], limit: limits.first.flatMap { RateLimitField.integer($0.name) },
            remaining: remaining, window: limits.lazy.compactMap { $0.seconds("w") }.first,
            reset: reset.map { $0 > 1e9 ? .at($0) : .after($0) })
    }
}

extension HTTPError {
    /// The quota in the response's headers, if there is one.
    public var rateLimit: HTTPRateLimit? { HTTPRateLimit(response) }
}

/// A `RateLimit` or `RateLimit-Policy` header: names with parameters, or, in older drafts, one quota as a dictionary.
struct RateLimitField {
    struct Item {
        let name: String
        var value: String?
        let parameters: [String: String]

        func integer(_ parameter: String) -> Int? { parameters[parameter].flatMap(RateLimitField.integer) }

        func seconds(_ parameter: String) -> Duration? { integer(parameter).map { .seconds($0) } }
    }

    private(set) var items: [Item] = []

    init(_ text: String) {
        var parser = HeaderFieldParser(text)
        while !parser.isAtEnd {
            parser.skipBlanks()
            let name = parser.quotedString() ?? parser.token()
            let value = name != nil && parser.take(.equals) ? parser.token() : nil
            let parameters = parser.parameters()
            if let name { items.append(Item(name: name, value: value, parameters: parameters)) }
            _ = parser.take(.comma)
        }
    }

    /// `limit=100, remaining=50, reset=5`
    var isDictionary: Bool { self["remaining"] != nil }

    func dictionary(_ policies: [Item]) -> [HTTPRateLimit] {
        guard let remaining = self["remaining"] else { return [] }
        let window = policies.lazy.compactMap { $0.seconds("w") }.first
        let reset = self["reset"].map { HTTPRateLimit.Reset.after(Double($0)) }
        return [HTTPRateLimit(limit: self["limit"], remaining: remaining, window: window, reset: reset)]
    }

    /// `"hourly";r=50;t=30`, where the policy is `"hourly";q=100;w=3600`.
    func list(_ policies: [Item]) -> [HTTPRateLimit] {
        items.compactMap { item in
            guard let remaining = item.integer("r") else { return nil }
            let policy = policies.first { $0.name == item.name }
            return HTTPRateLimit(
                policy: item.name, limit: policy?.integer("q"), remaining: remaining, window: policy?.seconds("w"),
                reset: item.integer("t").map { .after(Double($0)) })
        }
    }

    private subscript(name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap(Self.integer)
    }

    /// A number that has only digits, at most the largest integer of a structured field (RFC 8941 §3.3.1), and of an
    /// `Int`.
    static func integer(_ text: String) -> Int? { wide(text).map { Int(clamping: $0) } }

    private static func wide(_ text: String) -> Int64? {
        let digits = text.trimmingCharacters(in: .whitespaces).utf8
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { min($0 * 10 + Int64($1 - 0x30), 999_999_999_999_999 as Int64) }
    }

    /// A number with or without a fraction.
    static func number(_ text: String) -> Double? {
        let parts = text.trimmingCharacters(in: .whitespaces).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = wide(String(parts[0])), parts.count < 3 else { return nil }
        guard parts.count == 2 else { return Double(whole) }
        guard parts[1].utf8.count < 16, let fraction = wide(String(parts[1])) else { return nil }
        return Double(whole) + Double(fraction) / pow(10, Double(parts[1].utf8.count))
    }
}

/// The value of `Retry-After` (RFC 9110 §10.2.3): a number of seconds or a date.
struct RetryAfter: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        case seconds(Int64)
        case date(String)
    }

    /// The longest wait in seconds: 2³¹, about 68 years. Longer ones are clamped to it (RFC 9111 §1.2.2).
    fileprivate static let longest: Int64 = 2_147_483_648

    private let form: Form

    /// Parses a header value. Nil unless it is digits only or an HTTP date: `-1`, `1.5` and `soon` are invalid.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            form = .seconds(Self.seconds(text))
        } else if HTTPDate(text, relativeTo: Date(timeIntervalSince1970: 0)) != nil {
            form = .date(text)
        } else {
            return nil
        }
    }

    /// The time to wait, counted from `now`; zero for a date that has passed, at most 2³¹ seconds.
    func delay(from now: Date) -> Duration {
        switch form {
        case .seconds(let seconds):
            return .seconds(seconds)
        case .date(let text):
            let wait = HTTPDate(text, relativeTo: now)?.date.timeIntervalSince(now) ?? 0
            return wait > 0 ? .seconds(min(wait, Double(Self.longest))) : .zero
        }
    }

    private static func seconds(_ digits: String) -> Int64 {
        digits.utf8.reduce(0) { min($0 * 10 + Int64($1 - 0x30), longest) }
    }
}

extension HTTPURLResponse {
    /// How long the server asks the client to wait (`Retry-After`, RFC 9110 §10.2.3); nil without a valid header.
    /// `retry-after-ms`, which APIs of language models send too, is more precise and takes precedence.
    ///
    /// Without any of them, a quota of zero in a 429 or 503 (``HTTPRateLimit``) asks to wait until it resets.
    ///
    /// A date is compared to the `Date` of the same response (RFC 9110 §6.6.1), because the clock of the device may be
    /// wrong, and to `now` in a response without one.
    package func retryAfter(from now: Date) -> Duration? {
        if let wait = value(forHTTPHeaderField: "retry-after-ms").flatMap(Double.init), wait >= 0 {
            return .seconds(min(wait / 1000, 0x1p31))
        }
        guard retryAfter != nil || statusCode == 429 || statusCode == 503 else { return nil }
        let date = value(forHTTPHeaderField: "Date").flatMap { HTTPDate($0, relativeTo: now)?.date } ?? now
        return retryAfter?.delay(from: date) ?? quotaReset(from: date)
    }

    /// The time until every quota that is used up resets; nil if none is, or if the server doesn't say when.
    private func quotaReset(from now: Date) -> Duration? {
        HTTPRateLimit.limits(in: HeaderFields(self)).filter { $0.remaining == 0 }.compactMap { $0.delay(from: now) }
            .max()
    }

    /// Whether the server says that the request should be sent again (`x-should-retry`, which APIs of language models
    /// send); nil if it doesn't say.
    package var shouldRetry: Bool? {
        switch value(forHTTPHeaderField: "x-should-retry")?.lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// The value of `Retry-After`; nil without a valid header.
    var retryAfter: RetryAfter? { value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0) } }
}

extension RetryAfter: CustomStringConvertible {
    /// `7 s`, or the date.
    var description: String {
        switch form {
        case .seconds(let seconds): "\(seconds) s"
        case .date(let text): text
        }
    }
}
