/// Which values of a failing response are shown: those that a server addresses to developers.
package enum SpokenValue {
    /// The role of a value, by its name or its place.
    enum Place: Equatable {
        /// Its value may be user data.
        case silent
        /// The value of a name such as `message`.
        case message(String)
        /// The value of `type`, `status` or `code`.
        case code(String)
        /// `errors`: texts, or an object of fields with their texts. An object below `message` counts as one, too.
        case errors(String)
    }

    private static let messageEndings: WordList = """
        message messages msg error description reason detail details title hint
        """
    private static let codeNames: WordList = "type status code errortype errorcode statuscode"
    private static let codeBytes = ByteSet.letters.union("_.-")
    private static let quotes: ByteSet = "'\""
    private static let longestCode = 64

    /// The place of a member with this name.
    static func place(named name: String, in parent: Place = .silent) -> Place {
        let plain = Array(name.utf8).filter(\.isAlphanumeric).map(\.lowercased)
        let text = String(decoding: plain, as: UTF8.self)
        if text.hasSuffix("errors") { return .errors(name) }
        if codeNames.contains(text) { return .code(name) }
        if messageEndings.areAtEnd(of: plain) { return .message(name) }
        return switch parent {
        case .errors, .message("message"): .errors(name)
        default: .silent
        }
    }

    /// Whether a text is a code: letters with `_`, `.` and `-`, or at most four digits.
    static func isCode(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= longestCode else { return false }
        if first.isDigit { return isShortNumber(text) }
        return bytes.end(of: codeBytes, from: 0, to: bytes.count) == bytes.count
    }

    /// Whether a text is a remark about a field: several words, or one of letters.
    static func isRemark(_ text: String) -> Bool { text.contains(" ") || isCode(text) }

    /// Whether the text of a number has at most four digits, not counting a sign and a decimal point.
    package static func isShortNumber(_ text: String) -> Bool {
        let digits = text.utf8.count(where: \.isDigit)
        let others = text.utf8.count - digits
        return digits > 0 && digits <= 4 && others <= 2
            && !text.utf8.contains { !$0.isDigit && $0 != 0x2D && $0 != 0x2E }
    }
}

extension Redaction {
    private static let longestSpoken = 300

    /// A server's text under a name, in quotes on one line: at most 300 bytes of the redacted text, or more with
    /// ``showingValues``.
    func spoken(_ text: String, under name: String) -> String {
        if showsValues { return "\"\(line(text))\"" }
        guard let prefix = BodyPrefix(Data(text.utf8), media: MediaType.plainText, size: 4 * 1024) else {
            return "string"
        }
        let safe = Self.value(of: json(Self.member(name, safe(prefix))))
        let line = SingleLineText(safe ?? "{{secret}}", limit: Self.longestSpoken)
        return "\"\(line.text)\(line.isCut || !prefix.isWhole ? "…" : "")\""
    }

    /// `{"name":"text"}`, which is redacted by the name and by the text.
    private static func member(_ name: String, _ text: [UInt8]) -> Data {
        let name = JSONString.escaped(Array(name.utf8)), text = JSONString.escaped(text)
        return Data([0x7B, .quote] + name + [.quote, .colon, .quote] + text + [.quote, 0x7D])
    }

    private static func value(of member: Data) -> String? {
        guard case .object(let members) = JSONParser.node(member), case .string(let text) = members.first?.value else {
            return nil
        }
        return text
    }

    /// The name of a member or a field; nil for one that may be a value itself: an address, an identifier, a token.
    package func shownName(_ name: String) -> String? {
        NameShape.isName(name) && text(name) == name ? name : nil
    }
}

/// Distinguishes names chosen by a programmer from keys that are data.
private enum NameShape {
    private static let bytes = ByteSet.alphanumerics.union("_-.$@:/[] ")
    private static let starts = ByteSet.letters.union("_$@")
    private static let longest = 40

    /// Letters, and digits in at most two short runs; `@` at the beginning only.
    static func isName(_ name: String) -> Bool {
        let name = Array(name.utf8)
        guard let first = name.first, name.count <= longest, starts.contains(first) || first >= 0x80 else {
            return false
        }
        var (runs, length) = (0, 0)
        for (position, byte) in name.enumerated() {
            guard bytes.contains(byte) || byte >= 0x80, byte != 0x40 || position == 0 else { return false }
            if byte.isDigit, length == 0 { runs += 1 }
            length = byte.isDigit ? length + 1 : 0
            if length > 4 || runs > 2 { return false }
        }
        return true
    }
}
