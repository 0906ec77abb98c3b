/// Swift source text in parts, which are put on one line if they fit, and otherwise on several.
indirect enum SwiftText: Hashable, Sendable {
    case plain(String)
    /// `name(a: 1, b: 2)`
    case call(String, [Argument])
    /// `[1, 2]`
    case array([SwiftText])
    /// `["a": 1]`
    case dictionary([Argument])

    struct Argument: Hashable, Sendable {
        let label: String?
        let value: SwiftText
    }
}

extension SwiftText {
    /// The greatest length of a line.
    static let width = 120

    /// On one line.
    var line: String {
        switch self {
        case .plain(let text): text
        case .call(let name, let arguments): "\(name)(\(arguments.map(Self.line).joined(separator: ", ")))"
        case .array(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
        case .dictionary(let items): items.isEmpty ? "[:]" : "[\(items.map(Self.line).joined(separator: ", "))]"
        }
    }

    private static func line(_ argument: Argument) -> String {
        (argument.label.map { $0 + ": " } ?? "") + argument.value.line
    }

    /// The text after a prefix of the first line, on one or more lines.
    func text(after prefix: String, indent: Int, suffix: String = "") -> String {
        let line = line
        let isShort = !line.contains("\n") && prefix.count + line.count + suffix.count <= Self.width
        if isShort { return prefix + line + suffix }
        switch self {
        case .plain: return prefix + line + suffix
        case .call(let name, let arguments): return block(prefix + name + "(", arguments, ")" + suffix, indent)
        case .array(let elements):
            return block(
                prefix + "[", elements.map { Argument(label: nil, value: $0) },
                (elements.isEmpty ? "" : ",") + "\n]" + suffix, indent)
        case .dictionary(let items): return block(prefix + "[", items, ",\n]" + suffix, indent)
        }
    }

    /// The arguments on lines of their own, as many in each as fit; one that does not fit is divided itself.
    private func block(_ opening: String, _ arguments: [Argument], _ closing: String, _ indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent + 4)
        var lines: [String] = []
        var current = blanks
        for (index, argument) in arguments.enumerated() {
            let isLast = index + 1 == arguments.count
            let separator = isLast ? "" : ","
            let text = Self.line(argument) + separator
            let width = Self.width - (isLast ? closing.prefix { $0 != "\n" }.count : 0)
            if text.contains("\n") || blanks.count + text.count + 2 > width {
                if current != blanks { lines.append(current) }
                let label = argument.label.map { $0 + ": " } ?? ""
                lines.append(argument.value.text(after: blanks + label, indent: indent + 4, suffix: separator))
                current = blanks
            } else if current == blanks {
                current += text
            } else if current.count + text.count + 3 <= width {
                current += " " + text
            } else {
                lines.append(current)
                current = blanks + text
            }
        }
        if current != blanks { lines.append(current) }
        let end = closing.replacingOccurrences(of: "\n", with: "\n" + String(repeating: " ", count: indent))
        return ([opening] + lines).joined(separator: "\n") + end
    }
}

/// Literals of Swift.
enum SwiftLiteral {
    /// A text in quotes, on one line.
    static func string(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            default:
                if isHidden(scalar) {
                    escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return "\"\(escaped)\""
    }

    /// Whether a character would be invisible in a file, or change how what follows is shown.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if 0x20..<0x7F ~= scalar.value { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    /// JSON with an escape in place of each character that would be hidden.
    private static func visible(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { text, scalar in
            guard isHidden(scalar), scalar != "\n" else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    /// JSON between the delimiters of a raw string, on one line or several.
    static func json(_ text: String, indent: Int) -> String {
        let text = visible(text)
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        guard text.contains("\n") || indent + text.count + 30 > SwiftText.width else {
            return "\(hashes)\"\(text)\"\(hashes)"
        }
        let blanks = String(repeating: " ", count: indent + 4)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { blanks + $0 }
        return "\(hashes)\"\"\"\n\(lines.joined(separator: "\n"))\n\(blanks)\"\"\"\(hashes)"
    }
}

/// A comment of the documentation, wrapped to the width of a line.
enum DocComment {
    static func text(_ paragraphs: [String], indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        var lines: [String] = []
        for (index, paragraph) in paragraphs.map(Self.harmless).filter({ !$0.isEmpty }).enumerated() {
            if index > 0 { lines.append("\(blanks)///") }
            lines += wrapped(paragraph, width: SwiftText.width - indent - 4).map { "\(blanks)/// \($0)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The name of a type as a sentence: `An order item.`
    static func noun(_ name: String) -> String {
        let words = NameWords.split(name).map { $0.count > 1 && $0 == $0.uppercased() ? $0 : $0.lowercased() }.joined(
            separator: " ")
        return "\(words.first.map { "aeioAEIO".contains($0) } == true ? "An" : "A") \(words)."
    }

    /// One paragraph of plain text: a comment cannot end early, and no control character gets into a file.
    private static func harmless(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            if 0x20..<0x7F ~= scalar.value { return scalar }
            let category = scalar.properties.generalCategory
            let isBreak = category == .control || category == .lineSeparator || category == .paragraphSeparator
            return isBreak || category == .format ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
