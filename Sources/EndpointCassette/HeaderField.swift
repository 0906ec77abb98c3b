/// One header field. An array of fields keeps their order and repeated names, which a dictionary does not.
public struct HeaderField: Hashable, Sendable {
    /// The name as it was written. Names are compared without regard to case (RFC 9110 §5.1).
    public let name: String

    /// The value.
    public let value: String

    /// A header field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has that name, ignoring case.
    public func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
}

extension [HeaderField] {
    /// The value of the first field with that name, ignoring case.
    public func value(of name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }

    /// The fields of a dictionary, sorted by name because a dictionary has no order.
    public init(_ fields: [String: String]) {
        self = fields.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
    }
}

/// Takes joined `Set-Cookie` fields apart. It is the one field whose lines must not be joined, because its value may contain commas
/// (RFC 6265 §3).
enum SetCookie {
    /// The fields that were joined into one. Any other field is returned as it is.
    static func unfolded(_ field: HeaderField) -> [HeaderField] {
        guard field.isNamed("Set-Cookie") else { return [field] }
        return values(field.value).map { HeaderField(field.name, $0) }
    }

    /// A comma starts another cookie if a name and `=` follow it, unlike in `Wed, 21 Oct 2015`. Some programs join the fields with
    /// line breaks.
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
