/// Replaces secrets in the attributes of markup that name a field and its value apart: `<input name="csrf_token" value="…">`,
/// `<meta name=csrf-token content=…>`, `<add key="password" value="…"/>`.
struct MarkupRedactor {
    let redactor: Redactor

    private static let open = UInt8(ascii: "<")
    private static let longestTag = 4096
    private static let tagEnds: ByteSet = "<>"
    private static let nameEnds = ByteSet.space.union("=<>/\"'")
    private static let bareEnds = ByteSet.space.union("<>")
    private static let names: WordList = "name key id property"
    private static let values: WordList = "value content"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        var position = bytes.next(Self.open, from: 0, to: bytes.count)
        while position < bytes.count {
            var tag = Tag(at: position, in: bytes)
            tag.read()
            redact(tag, &rewriter)
            position = bytes.next(Self.open, from: max(tag.position, position + 1), to: bytes.count)
        }
        return rewriter.result
    }

    private func redact(_ tag: Tag, _ rewriter: inout Rewriter) {
        guard !tag.values.isEmpty, !tag.names.isEmpty else { return }
        let bytes = rewriter.bytes
        for name in tag.names {
            guard let kind = redactor.redaction.names.parameter(bytes[name]) else { continue }
            for value in tag.values where !SecretShape.isHarmless(bytes[value], under: kind, isText: true) {
                rewriter.redact(value, named: bytes[name])
            }
            return
        }
    }

    /// The attributes of one tag that name a field or give its value.
    private struct Tag {
        private(set) var names: [Range<Int>] = []
        private(set) var values: [Range<Int>] = []
        private(set) var position: Int
        private let bytes: [UInt8]
        private let end: Int

        init(at start: Int, in bytes: [UInt8]) {
            self.bytes = bytes
            position = start + 1
            end = min(bytes.count, start + longestTag)
        }

        mutating func read() {
            guard position < end, bytes[position].isLetter else { return }
            position = bytes.next(nameEnds, from: position, to: end)
            while position < end, !tagEnds.contains(bytes[position]) {
                if !readAttribute() { position += 1 }
            }
        }

        private mutating func readAttribute() -> Bool {
            let name = position..<bytes.next(nameEnds, from: position, to: end)
            guard !name.isEmpty else { return false }
            position = name.upperBound
            let equals = bytes.end(of: .space, from: position, to: end)
            guard equals < end, bytes[equals] == .equals else { return true }
            let start = bytes.end(of: .space, from: equals + 1, to: end)
            guard start < end else { return false }
            let value = value(at: start)
            let attribute = SecretNames.normalised(bytes[name])
            if MarkupRedactor.names.contains(attribute) { names.append(value) }
            if MarkupRedactor.values.contains(attribute) { values.append(value) }
            return true
        }

        /// The value without its quotes. Moves behind it.
        private mutating func value(at start: Int) -> Range<Int> {
            let isQuoted = bytes[start] == .quote || bytes[start] == .apostrophe
            let first = isQuoted ? start + 1 : start
            let last =
                isQuoted ? bytes.next(bytes[start], from: first, to: end) : bytes.next(bareEnds, from: first, to: end)
            position = isQuoted ? min(last + 1, end) : last
            return first..<last
        }
    }
}
