/// A regular expression of a schema: one of JavaScript with its `u` flag (ECMA-262), carried out by ICU.
///
/// The two differ in a few constructs, which are translated: `\d`, `\w` and `\s` and the end of the text, the escapes
/// `\cX`, `\u{…}` and `\/`, and characters that mean something in a set of ICU only.
struct SchemaPattern: Hashable, Sendable {
    /// The expression as it is written in the schema.
    let text: String

    private let expression: NSRegularExpression

    /// Nil if the expression is not one, or if ICU does not have a construct of it.
    init?(_ text: String) {
        guard let expression = try? NSRegularExpression(pattern: Self.translated(text)) else { return nil }
        self.text = text
        self.expression = expression
    }

    /// Whether the expression matches somewhere in a text. A search that does not come to an end, as some expressions
    /// have on some texts, counts as a match: a value is not refused without a reason.
    func matches(_ value: String) -> Bool {
        var isFound = false
        var stepsLeft = Self.maximumSteps
        let range = NSRange(value.startIndex..., in: value)
        expression.enumerateMatches(in: value, options: .reportProgress, range: range) { match, _, stop in
            stepsLeft -= 1
            guard match != nil || stepsLeft == 0 else { return }
            isFound = true
            stop.pointee = true
        }
        return isFound
    }

    /// How often ICU may report progress; it does so after some 10,000 steps.
    private static let maximumSteps = 1000
}

extension SchemaPattern {
    private static let digit = "0-9"
    private static let word = "A-Za-z0-9_"
    private static let space = #"\t\n\x0B\f\r \u00A0\uFEFF\u2028\u2029\p{Zs}"#

    private static func translated(_ text: String) -> String {
        var result = ""
        var isInSet = false
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": result += escape(&rest, isInSet: isInSet)
            case "[" where !isInSet:
                isInSet = true
                result += opening(&rest, isInSet: &isInSet)
            case "]": (isInSet, result) = (false, result + (isInSet ? "]" : #"\]"#))
            case "[": result += #"\["#
            case "&" where isInSet: result += #"\&"#
            case "$" where !isInSet: result += #"\z"#
            case "." where !isInSet: result += #"[^\n\r\u2028\u2029]"#
            case "}" where !isInSet && !isQuantifier(result): result += #"\}"#
            default: result.append(character)
            }
        }
        return result
    }

    /// The beginning of a set: `[]` matches nothing, and `[^]` everything.
    private static func opening(_ rest: inout Substring, isInSet: inout Bool) -> String {
        for (set, meaning) in [("]", "(?!)"), ("^]", #"[\s\S]"#)] where rest.hasPrefix(set) {
            rest = rest.dropFirst(set.count)
            isInSet = false
            return meaning
        }
        guard rest.hasPrefix("^") else { return "[" }
        rest = rest.dropFirst()
        return "[^"
    }

    private static func isQuantifier(_ text: String) -> Bool {
        guard let brace = text.lastIndex(of: "{") else { return false }
        return !text[brace...].contains("}")
    }

    private static func escape(_ rest: inout Substring, isInSet: Bool) -> String {
        guard let character = rest.popFirst() else { return "\\" }
        func set(_ members: String, _ isNegated: Bool) -> String {
            isInSet && !isNegated ? members : "[\(isNegated ? "^" : "")\(members)]"
        }
        switch character {
        case "d", "D": return set(digit, character == "D")
        case "w", "W": return set(word, character == "W")
        case "s", "S": return set(space, character == "S")
        case "b" where !isInSet: return "(?:(?<=[\(word)])(?![\(word)])|(?<![\(word)])(?=[\(word)]))"
        case "B" where !isInSet: return "(?:(?<=[\(word)])(?=[\(word)])|(?<![\(word)])(?![\(word)]))"
        case "b": return #"\x08"#
        case "v": return #"\x0B"#
        case "0": return #"\x00"#
        case "c":
            guard let letter = rest.popFirst()?.asciiValue else { return #"\\c"# }
            return #"\x"# + String(letter & 0x1F, width: 2, radix: 16)
        case "u" where rest.hasPrefix("{"): return #"\x"#
        case "k", "p", "P", "u", "x", "f", "n", "r", "t", "1"..."9": return "\\\(character)"
        case _ where character.isLetter: return String(character)
        default: return "\\\(character)"
        }
    }
}
