/// Texts as the literals of Swift's source.
enum SwiftSource {
    /// The text as a string literal on one line; a raw one where that spares escapes.
    static func string(_ text: String) -> String {
        if text.unicodeScalars.contains(where: isEscaped) {
            return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
        }
        if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
        let hashes = String(repeating: "#", count: longestRun(of: "#", in: text) + 1)
        return "\(hashes)\"\(text)\"\(hashes)"
    }

    private static func longestRun(of mark: Character, in text: String) -> Int {
        text.split { $0 != mark }.map(\.count).max() ?? 0
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\"", "\\": "\\\(scalar)"
        case _ where isEscaped(scalar): "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
    }
}
