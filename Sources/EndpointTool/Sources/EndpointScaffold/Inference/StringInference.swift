import EndpointCassette

/// What all texts at one place have in common.
struct StringInference: Sendable {
    let dates: DateFormat

    /// Dates that requests have in a form which the module's encoder would not write again.
    var unwritableDates: Set<String> = []

    /// The schema of the texts at a place with that key.
    func schema(of texts: [String], key: String) -> Schema {
        if texts.allSatisfy(Self.isDate), !texts.contains(where: unwritableDates.contains), dates != .none {
            return .date
        }
        if texts.allSatisfy(Self.isURL) { return .url }
        if let values = Self.enumeration(texts, key: key) { return .enumeration(values) }
        return .string
    }

    /// An absolute URL that Foundation reads and writes unchanged.
    static func isURL(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && URL(string: text)?.absoluteString == text
    }

    /// Date and time of RFC 3339: `2024-01-31T12:00:00Z`, with or without a fraction.
    static func isDate(_ text: String) -> Bool { form(of: text) != nil }

    enum DateForm: Hashable { case whole, milliseconds, otherFraction, offset }

    /// How a date is written; nil for a text that is none.
    static func form(of text: String) -> DateForm? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 35 else { return nil }
        let pattern = Array("0000-00-00T00:00:00".utf8)
        let fits = zip(pattern, bytes).allSatisfy { $0 == UInt8(ascii: "0") ? $1.isDigit : $0 == $1 }
        guard fits, let month = Int(text.dropFirst(5).prefix(2)), 1...12 ~= month,
            let day = Int(text.dropFirst(8).prefix(2)), 1...31 ~= day, let hour = Int(text.dropFirst(11).prefix(2)),
            hour < 24
        else { return nil }
        var rest = bytes[19...]
        var digits = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            digits = rest.prefix { $0.isDigit }.count
            rest = rest.dropFirst(digits)
            if digits == 0 || digits > 9 { return nil }
        }
        let zone = String(decoding: rest, as: UTF8.self)
        let isOffset =
            zone.count == 6 && (zone.hasPrefix("+") || zone.hasPrefix("-")) && Array(zone)[3] == ":"
            && zone.filter(\.isNumber).count == 4
        guard zone == "Z" || isOffset else { return nil }
        if digits > 0 { return digits == 3 && !isOffset ? .milliseconds : .otherFraction }
        return isOffset ? .offset : .whole
    }

    /// A day without a time: `2024-01-31`.
    static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && form(of: text + "T00:00:00Z") != nil
    }

    private static let kindWords: Set<String> = [
        "status", "state", "kind", "type", "role", "category", "level", "visibility", "priority", "gender", "severity",
        "phase", "mode", "unit", "code", "event", "action", "reason", "direction", "format", "scope", "plan", "tier",
        "stage", "outcome", "result", "class", "size", "color", "colour", "method", "source", "channel", "currency",
        "object",
    ]

    /// The values of an open set, in the order in which they were seen; nil if the texts do not look like one.
    static func enumeration(_ texts: [String], key: String) -> [String]? {
        var distinct: [String] = []
        for text in texts where !distinct.contains(text) {
            distinct.append(text)
            if distinct.count > 12 { return nil }
        }
        guard distinct.allSatisfy(isToken) else { return nil }
        let isKind = kindWords.contains(NameWords.split(key).last?.lowercased() ?? "")
        if isKind { return distinct.count >= 2 || texts.count >= 3 ? distinct : nil }
        let isRepeated = texts.count >= 8 && (2...5).contains(distinct.count) && texts.count >= distinct.count * 4
        let isUniform = distinct.allSatisfy { $0 == $0.lowercased() } || distinct.allSatisfy { $0 == $0.uppercased() }
        return isRepeated && isUniform ? distinct : nil
    }

    /// A word or several, such as a program compares: `in_progress`, `GET`, `pull-request`.
    private static func isToken(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter, text.utf8.count <= 30 else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-.:/".utf8.contains($0) }
            && text.utf8.count { $0.isDigit } <= 2
    }
}
