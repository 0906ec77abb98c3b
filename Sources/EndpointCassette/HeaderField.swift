/// One line of a header section. A list of them keeps what a dictionary loses: the order, and names that stand several times.
public struct HeaderField: Hashable, Sendable {
    /// The name as it was written. Names are compared without regard to case (RFC 9110 §5.1).
    public let name: String

    /// The value.
    public let value: String

    /// A line of a header section.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this is the field of that name, whatever the case.
    public func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
}

extension [HeaderField] {
    /// The value of the first field of that name.
    public func value(of name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }

    /// The fields of a dictionary, sorted by name, because a dictionary has no order of its own.
    public init(_ fields: [String: String]) {
        self = fields.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
    }
}

/// The one header field that cannot be folded, because a comma may stand inside it (RFC 6265 §3).
enum SetCookie {
    /// The fields that were folded into one. Any other field stays as it is.
    static func unfolded(_ field: HeaderField) -> [HeaderField] {
        guard field.isNamed("Set-Cookie") else { return [field] }
        return values(field.value).map { HeaderField(field.name, $0) }
    }

    /// A comma starts another cookie if a name and `=` follow; in `Wed, 21 Oct 2015` they do not. Some exports fold with line breaks.
    private static func values(_ folded: String) -> [String] {
        folded.split(separator: "\n").flatMap { line in
            line.split(separator: ",").reduce(into: [String]()) { values, piece in
                if let last = values.popLast() {
                    values += startsCookie(piece) ? [last, String(piece.drop { $0 == " " })] : [last + "," + piece]
                } else {
                    values = [String(piece)]
                }
            }
        }
    }

    private static func startsCookie(_ piece: Substring) -> Bool {
        let name = piece.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
        return !name.isEmpty && name.endIndex < piece.endIndex && piece[name.endIndex] == "=" && !name.contains(" ")
    }
}
