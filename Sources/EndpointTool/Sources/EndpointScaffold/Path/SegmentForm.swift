import EndpointCassette

/// What a segment of a path looks like.
enum SegmentForm: Hashable, Sendable {
    /// Digits only.
    case number
    /// A UUID, a token, a code with digits, an escaped or otherwise unusual text.
    case identifier
    /// A word that APIs use in their paths, or several of them.
    case known
    /// Any other word.
    case word

    /// Whether it is certainly the value of a parameter.
    var isIdentifier: Bool { self == .number || self == .identifier }

    init(_ segment: String) {
        let decoded = segment.removingPercentEncoding ?? segment
        let text = PathWords.withoutExtension(decoded)
        if text.isEmpty {
            self = .known
        } else if text.utf8.allSatisfy({ $0.isDigit }) {
            self = .number
        } else if PathWords.isKnown(text) {
            self = .known
        } else if Self.isIdentifier(text, isEscaped: decoded != segment) {
            self = .identifier
        } else {
            self = .word
        }
    }

    private static func isIdentifier(_ text: String, isEscaped: Bool) -> Bool {
        if isEscaped || text.contains(where: { "@,{}$!;=".contains($0) || !$0.isASCII }) { return true }
        if UUID(uuidString: text) != nil || isVersionNumber(text) || isDate(text) { return true }
        let bytes = Array(text.utf8)
        let digits = bytes.count { $0.isDigit }
        let letters = bytes.count { $0.isLetter }
        if bytes.first == UInt8(ascii: "-"), digits > 0, letters == 0 { return true }
        if letters == 0 { return digits > 0 }
        let isUpper = !bytes.contains { $0.isLowercaseLetter }
        if isUpper, letters >= 2 || digits > 0 { return true }
        if digits >= 1, bytes.count >= 8, bytes.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: "-") }) { return true }
        if isPrefixed(text, digits) { return true }
        if digits >= 4, digits * 2 >= bytes.count { return true }
        if digits == 0 { return bytes.count >= 16 && !isWords(text) && changes(in: bytes) >= 5 }
        if first(bytes).isUppercase, digits * 2 >= bytes.count { return true }
        return bytes.count >= 8 && changes(in: bytes) >= 4 && !isWords(text) || bytes.count >= 20 && digits >= 4
    }

    private static func first(_ bytes: [UInt8]) -> Character { Character(Unicode.Scalar(bytes.first ?? 0)) }

    /// `1.2.3`
    private static func isVersionNumber(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isDigit } }
    }

    /// `2024-01-31`
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy { $0.isDigit }
    }

    /// `cus_9s6XKzkNRiz8i3`, `ord-123`, `tt0111161`: letters, which name the kind, before a number or a token.
    private static func isPrefixed(_ text: String, _ digits: Int) -> Bool {
        if let mark = text.firstIndex(where: { "_-:".contains($0) }) {
            let (prefix, rest) = (text[..<mark], text[text.index(after: mark)...])
            let isNumber = rest.count >= 2 && rest.utf8.allSatisfy { $0.isDigit }
            let isToken =
                rest.count >= 6 && rest.contains(where: \.isNumber) && !rest.contains(where: { "_-".contains($0) })
            return (1...8).contains(prefix.count) && prefix.allSatisfy(\.isLetter) && (isNumber || isToken)
        }
        let prefix = text.prefix { $0.isLetter }
        return (1...4).contains(prefix.count) && digits >= 3 && digits + prefix.count == text.count
    }

    /// How often the kind of character changes: in a random token often, in words seldom.
    private static func changes(in bytes: [UInt8]) -> Int {
        func kind(_ byte: UInt8) -> Int { byte.isDigit ? 0 : byte.isLowercaseLetter ? 1 : byte.isLetter ? 2 : 3 }
        return zip(bytes, bytes.dropFirst()).count { kind($0) != kind($1) && !(kind($0) == 2 && kind($1) == 1) }
    }

    /// Whether a text is made of words that could be pronounced: `getUserProfile`, `order-history`.
    private static func isWords(_ text: String) -> Bool {
        let words = NameWords.split(text)
        let vowels = Set("aeiouy")
        return !words.isEmpty
            && words.allSatisfy { word in
                word.allSatisfy(\.isNumber)
                    ? word.count < 3
                    : word.count >= 2 && word.contains(where: vowels.contains)
                        || PathWords.isKnown(word)
            }
    }
}

extension UInt8 {
    var isDigit: Bool { 0x30...0x39 ~= self }
    var isLowercaseLetter: Bool { 0x61...0x7A ~= self }
    var isLetter: Bool { isLowercaseLetter || 0x41...0x5A ~= self }
    var isHexDigit: Bool { isDigit || 0x61...0x66 ~= self || 0x41...0x46 ~= self }
}
