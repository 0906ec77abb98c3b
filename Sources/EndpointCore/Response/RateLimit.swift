/// How much a server still allows, and until when: one quota, as the headers of a response state it.
public struct RateLimit: Hashable, Sendable {
    /// When a quota is full again.
    public enum Reset: Hashable, Sendable {
        /// So many seconds after the response.
        case after(Double)
        /// At a time, in seconds since 1970.
        case at(Double)
    }

    /// Which quota this is, where a server has several.
    public let policy: String?

    /// How much is allowed in all.
    public let limit: Int?

    /// How much is left.
    public let remaining: Int

    /// For how long the limit counts.
    public let window: Duration?

    /// When the quota is full again; not every server tells.
    public let reset: Reset?

    /// A quota from its parts.
    public init(
        policy: String? = nil, limit: Int? = nil, remaining: Int, window: Duration? = nil, reset: Reset? = nil
    ) {
        self.policy = policy
        self.limit = limit
        self.remaining = remaining
        self.window = window
        self.reset = reset
    }

    /// How long until the quota is full again; zero for a time that has passed, never more than 2³¹ seconds.
    public func delay(from now: Date) -> Duration? {
        let seconds: Double? =
            switch reset {
            case .after(let seconds): seconds
            case .at(let time): time - now.timeIntervalSince1970
            case nil: nil
            }
        // The zero stands first, so that it is what comes of a number that is none.
        return seconds.map { .seconds(min(max(0, $0), 2_147_483_648)) }
    }
}

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
        var scanner = HeaderFieldParser(text)
        while !scanner.isAtEnd {
            scanner.skipBlanks()
            let name = scanner.quotedString() ?? scanner.token()
            let value = name != nil && scanner.take(.equals) ? scanner.token() : nil
            let parameters = scanner.parameters()
            if let name { items.append(Item(name: name, value: value, parameters: parameters)) }
            _ = scanner.take(.comma)
        }
    }

    /// `limit=100, remaining=50, reset=5`
    var isDictionary: Bool { self["remaining"] != nil }

    func dictionary(_ policies: [Item]) -> [RateLimit] {
        guard let remaining = self["remaining"] else { return [] }
        let window = policies.lazy.compactMap { $0.seconds("w") }.first
        let reset = self["reset"].map { RateLimit.Reset.after(Double($0)) }
        return [RateLimit(limit: self["limit"], remaining: remaining, window: window, reset: reset)]
    }

    /// `"hourly";r=50;t=30`, where the policy is `"hourly";q=100;w=3600`.
    func list(_ policies: [Item]) -> [RateLimit] {
        items.compactMap { item in
            guard let remaining = item.integer("r") else { return nil }
            let policy = policies.first { $0.name == item.name }
            return RateLimit(
                policy: item.name, limit: policy?.integer("q"), remaining: remaining, window: policy?.seconds("w"),
                reset: item.integer("t").map { .after(Double($0)) })
        }
    }

    private subscript(name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap(Self.integer)
    }

    /// A number of digits alone; more than fifteen are cut to the largest integer of a structured field (RFC 8941 §3.3.1).
    static func integer(_ text: String) -> Int? {
        let digits = text.trimmingCharacters(in: .whitespaces).utf8
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 999_999_999_999_999) }
    }

    /// A number with or without a fraction.
    static func number(_ text: String) -> Double? {
        let parts = text.trimmingCharacters(in: .whitespaces).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = integer(String(parts[0])), parts.count < 3 else { return nil }
        guard parts.count == 2 else { return Double(whole) }
        guard parts[1].utf8.count < 16, let fraction = integer(String(parts[1])) else { return nil }
        return Double(whole) + Double(fraction) / pow(10, Double(parts[1].utf8.count))
    }
}

/// When a server wants to be asked again (RFC 9110 §10.2.3): after some seconds, or at a date.
public struct RetryAfter: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        case seconds(Int)
        case date(String)
    }

    /// The longest wait, in seconds: 2³¹, about 68 years. What a server asks beyond that is cut to it (RFC 9111 §1.2.2).
    private static let longest = 2_147_483_648

    private let form: Form

    /// Reads the field value. Nil for what is neither digits alone nor an HTTP date: `-1`, `1.5`, `soon`.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            form = .seconds(Self.seconds(text))
        } else if HTTPDate(text, relativeTo: Date(timeIntervalSince1970: 0)) != nil {
            form = .date(text)
        } else {
            return nil
        }
    }

    /// How long to wait from now on; zero for a date that has passed, never more than 2³¹ seconds.
    public func delay(from now: Date) -> Duration {
        switch form {
        case .seconds(let seconds):
            return .seconds(seconds)
        case .date(let text):
            let wait = HTTPDate(text, relativeTo: now)?.date.timeIntervalSince(now) ?? 0
            return wait > 0 ? .seconds(min(wait, Double(Self.longest))) : .zero
        }
    }

    private static func seconds(_ digits: String) -> Int {
        digits.utf8.reduce(0) { min($0 * 10 + Int($1 - 0x30), longest) }
    }
}
