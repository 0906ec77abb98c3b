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
