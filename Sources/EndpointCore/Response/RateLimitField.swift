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
