/// What stands in a cassette in place of a secret: `{{secret:authorization#1}}`. Equal secrets of one cassette have equal ones.
struct SecretPlaceholder: Hashable, Comparable {
    let label: String
    let number: Int

    private static let opening = "{{secret:"
    private static let closing = "}}"

    var text: String { "\(Self.opening)\(label)#\(number)\(Self.closing)" }

    init(label: String, number: Int) {
        self.label = label
        self.number = number
    }

    /// Reads a placeholder that is the whole text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.opening), text.hasSuffix(Self.closing) else { return nil }
        let inner = text.dropFirst(Self.opening.count).dropLast(Self.closing.count)
        guard let mark = inner.lastIndex(of: "#"), let number = Int(inner[inner.index(after: mark)...]),
            inner[..<mark].utf8.allSatisfy(Self.isLabel)
        else { return nil }
        self.init(label: String(inner[..<mark]), number: number)
    }

    /// Whether the text is a placeholder and nothing else.
    static func isOne(_ text: String) -> Bool {
        SecretPlaceholder(text) != nil
    }

    static func < (first: Self, second: Self) -> Bool {
        (first.label, first.number) < (second.label, second.number)
    }

    /// The name of a field as a label: lower case, without what could be taken for syntax.
    static func label(_ name: String) -> String {
        let plain = name.lowercased().utf8.map { isLabel($0) ? $0 : UInt8(ascii: "-") }
        return plain.isEmpty ? "value" : String(decoding: plain.prefix(40), as: UTF8.self)
    }

    private static func isLabel(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
    }
}
