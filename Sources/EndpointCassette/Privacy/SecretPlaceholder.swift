/// The replacement of a secret in a cassette: `{{secret:authorization#1}}`. Equal secrets of one cassette have equal
/// ones.
package struct SecretPlaceholder: Hashable, Comparable {
    let label: String
    let number: Int

    private static let opening = "{{secret:"
    private static let closing = "}}"

    var text: String { "\(Self.opening)\(label)#\(number)\(Self.closing)" }

    init(label: String, number: Int) {
        self.label = label
        self.number = number
    }

    /// Reads a placeholder, which must be the whole text.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.opening), text.hasSuffix(Self.closing) else { return nil }
        let inner = text.dropFirst(Self.opening.count).dropLast(Self.closing.count)
        guard let mark = inner.lastIndex(of: "#"), let number = Int(inner[inner.index(after: mark)...]),
            inner[..<mark].utf8.allSatisfy(Self.isLabel)
        else { return nil }
        self.init(label: String(inner[..<mark]), number: number)
    }

    package static func < (first: Self, second: Self) -> Bool {
        (first.label, first.number) < (second.label, second.number)
    }

    /// The name of a field as a label: in lower case, without characters that could be read as syntax.
    static func label(_ name: String) -> String {
        if SecretPlaceholder(name) != nil { return keyLabel }
        let plain = name.lowercased().utf8.map { isLabel($0) ? $0 : UInt8(ascii: "-") }
        return plain.isEmpty ? "value" : String(decoding: plain.prefix(40), as: UTF8.self)
    }

    /// The label of a JSON key that is a secret itself, and of its value.
    static let keyLabel = "key"

    private static func isLabel(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || byte.isDigit || byte == 0x2D || byte == 0x5F
    }
}

extension SecretPlaceholder {
    private static let forms = [
        (opening: Array("{{secret:".utf8), closing: Array("}}".utf8)),
        (opening: Array("%7b%7bsecret%3a".utf8), closing: Array("%7d%7d".utf8)),
    ]
    private static let longest = 60

    /// A URL may be percent-encoded inside a URL that is percent-encoded in a form.
    private static let deepestEncoding = 4

    /// The placeholders in a text, in their order, unchanged or percent-encoded.
    package static func all(in text: some Sequence<UInt8>) -> [SecretPlaceholder] {
        var bytes = Array(text)
        for _ in 0..<deepestEncoding where bytes.contains(.percent) {
            bytes = Array(PercentEncoding.decoded(bytes[...]))
        }
        var found: [SecretPlaceholder] = []
        var position = 0
        while let start = bytes.range(of: forms[0].opening, from: position)?.lowerBound {
            let end = end(ofOneAt: start, in: bytes) ?? start + 1
            let placeholder = SecretPlaceholder(String(decoding: bytes[start..<end], as: UTF8.self))
            if let placeholder { found.append(placeholder) }
            position = end
        }
        return found
    }

    /// The position after the placeholder that begins here; nil if none does.
    static func end(ofOneAt start: Int, in bytes: [UInt8]) -> Int? {
        one(at: start, in: bytes)?.end
    }

    /// The placeholder that begins here, unchanged or percent-encoded, and the position after it; nil if none does.
    static func one(at start: Int, in bytes: [UInt8]) -> (SecretPlaceholder, end: Int)? {
        for form in forms where stands(form.opening, at: start, in: bytes) {
            let inner = start + form.opening.count
            let places = inner..<max(inner, min(bytes.count, inner + longest))
            guard let close = places.first(where: { stands(form.closing, at: $0, in: bytes) }) else { return nil }
            let end = close + form.closing.count
            let text = String(decoding: PercentEncoding.decoded(bytes[start..<end]), as: UTF8.self)
            return SecretPlaceholder(text).map { ($0, end) }
        }
        return nil
    }

    /// Whether the bytes are at this position, in any case.
    private static func stands(_ word: [UInt8], at start: Int, in bytes: [UInt8]) -> Bool {
        start + word.count <= bytes.count && word.indices.allSatisfy { word[$0] == bytes[start + $0].lowercased }
    }
}
