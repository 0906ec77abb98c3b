/// The parameter of a media type that names the encoding of its text.
enum Charset {
    /// The type with UTF-8 in place of another charset; nil if it names none, or UTF-8 already.
    static func replacedByUTF8(_ type: String) -> String? {
        var parts = type.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard let index = parts.firstIndex(where: { $0.lowercased().drop { $0 == " " }.hasPrefix("charset=") }),
            let named = parts[index].split(separator: "=").last?.lowercased().filter({ $0 != "\"" && $0 != " " }),
            named != "utf-8", named != "utf8", named != "us-ascii"
        else { return nil }
        parts[index] = " charset=utf-8"
        return parts.joined(separator: ";")
    }
}
