import EndpointTesting

@testable import EndpointCore

/// The longest time for which a response may be used without asking the server, by a strict reading of RFC 9111 that is
/// written apart from the cache: with regular expressions, and with any doubt resolved against the response.
enum CacheOracle {
    /// Seconds from the arrival; zero if it must not be used, or not even be stored.
    static func longestUse(_ headers: HeaderFields, status: Int, arrival: Date, delay: Double) -> Double {
        let control = headers.values(of: "Cache-Control").joined(separator: ", ")
        if forbids(control) { return 0 }
        if headers.values(of: "Vary").contains(where: { $0.contains("*") }) { return 0 }
        let date = self.date(headers["Date"], arrival)
        let ageAtArrival = max(
            arrival.timeIntervalSince(date ?? arrival), (number(first(headers["Age"])) ?? 0) + delay, 0)
        let lifetime = lifetime(headers, control, status: status, date: date ?? arrival, arrival)
        return max(0, lifetime + window(control) - ageAtArrival)
    }

    /// Whether `no-store` or `no-cache` occurs at the beginning of an element, even of a malformed one, and outside a
    /// well-formed quoted string.
    private static func forbids(_ control: String) -> Bool {
        // A status that is understood, as those of the tests are, replaces the one by the other (§5.2.2.3).
        let elements = control.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: blanks) }
        let isReplaced =
            elements.contains("must-understand")
            && elements.allSatisfy { !$0.hasPrefix("no-store") || $0 == "no-store" }
        return names(in: control).contains { $0 == "no-cache" || $0 == "no-store" && !isReplaced }
    }

    private static let blanks = CharacterSet(charactersIn: " \t")

    /// The tokens with which the elements begin, in lower case.
    private static func names(in control: String) -> [String] {
        withoutQuotes(control).split(separator: ",").map { element in
            element.trimmingPrefix { $0 == " " || $0 == "\t" }.prefix(while: isToken).lowercased()
        }
    }

    private static func lifetime(
        _ headers: HeaderFields, _ control: String, status: Int, date: Date, _ arrival: Date
    ) -> Double {
        let ages = arguments(of: "max-age", in: control)
        if !ages.isEmpty { return ages.map { $0 ?? 0 }.min() ?? 0 }
        if let expires = headers["Expires"] {
            return self.date(expires, arrival).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        guard let modified = self.date(headers["Last-Modified"], arrival) else { return 0 }
        return max(0, arrival.timeIntervalSince(modified) / 10)
    }

    private static func isToken(_ character: Character) -> Bool {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!#$%&'*+.^`|~".contains(character)
    }

    /// The time after its freshness in which a response may be used while it is refreshed.
    private static func window(_ control: String) -> Double {
        if names(in: control).contains("must-revalidate") { return 0 }
        return arguments(of: "stale-while-revalidate", in: control).map { $0 ?? 0 }.min() ?? 0
    }

    /// The arguments of a directive, each time that it occurs; nil for one that isn't a number.
    private static func arguments(of name: String, in control: String) -> [Double?] {
        withoutQuotes(control).split(separator: ",").compactMap { element in
            let text = element.trimmingCharacters(in: CharacterSet(charactersIn: " \t")).lowercased()
            guard text.hasPrefix(name) else { return nil }
            let rest = text.dropFirst(name.count)
            if let next = rest.first, isToken(next) { return nil }
            let digits = rest.dropFirst().trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            return .some(rest.first == "=" ? number(digits) : nil)
        }
    }

    /// The text with `""` in place of each well-formed quoted string, unless it is a number.
    private static func withoutQuotes(_ control: String) -> String {
        control.replacing(/="(?:[^"\\]|\\.)*"/) { match in
            let digits = match.output.dropFirst(2).dropLast()
            return number(String(digits)) == nil ? "=\"\"" : "=" + digits
        }
    }

    private static func first(_ age: String?) -> String {
        (age ?? "").prefix { $0 != "," }.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }

    private static func number(_ text: String) -> Double? {
        text.wholeMatch(of: /[0-9]+/) == nil ? nil : min(Double(text) ?? 0, 2_147_483_648)
    }

    private static func date(_ text: String?, _ arrival: Date) -> Date? {
        text.flatMap { HTTPDate($0, relativeTo: arrival)?.date }
    }
}
