/// What is shown of markup: the title and the first words of HTML, and the XML elements in which a server addresses
/// developers.
struct MarkupStructure {
    private let bytes: [UInt8]
    private let redaction: Redaction

    private static let opening = UInt8(ascii: "<")
    private static let closing = UInt8(ascii: ">")
    private static let silent: WordList = "script style template svg noscript textarea select"
    private static let nameBytes = ByteSet.alphanumerics.union("_-.:")
    private static let mostWords = 12
    private static let mostElements = 4

    init(_ bytes: [UInt8], _ redaction: Redaction) { (self.bytes, self.redaction) = (bytes, redaction) }

    /// Whether the text is HTML, whatever its media type says.
    static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
        let beginning = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
        return beginning.contains("<!doctype html") || beginning.contains("<html")
    }

    /// `"Not Found", No such page`: the title in quotes, and the first words if they differ from the title.
    func titleAndWords() -> String {
        var (title, words): (String?, [String]) = (nil, [])
        var isDone = false
        pieces { name, text in
            if name == "title", title == nil {
                title = Self.plain(text)
            } else if name != "title", !isDone {
                for word in text.split(whereSeparator: \.isSpace) where !isDone {
                    guard let word = Self.word(word), words.count < Self.mostWords else {
                        isDone = true
                        break
                    }
                    words.append(word.text)
                    isDone = word.isLast
                }
            }
        }
        let text = words.joined(separator: " ")
        let quoted = title.flatMap { $0.isEmpty ? nil : "\"\(redaction.line($0, limit: 100))\"" }
        let isRepeated = text.isEmpty || title?.contains(text) == true
        return ([quoted].compactMap(\.self) + (isRepeated ? [] : [redaction.line(text, limit: 100)])).joined(
            separator: ", ")
    }

    /// `Code "NoSuchKey", Message "The key does not exist."`: the elements with text that is addressed to developers.
    func spokenElements() -> String {
        var found: [String] = []
        pieces { name, text in
            let local = name.split(separator: ":").last.map(String.init) ?? name
            let value = Self.plain(text)
            guard found.count < Self.mostElements, !value.isEmpty else { return }
            switch SpokenValue.place(named: local) {
            case .message: found.append("\(local) \(redaction.spoken(value, under: local))")
            case .code where SpokenValue.isCode(value):
                found.append("\(local) \(redaction.spoken(value, under: local))")
            default: break
            }
        }
        return found.joined(separator: ", ")
    }

    /// Calls the body with each text and the name of the tag before it, such as `/b` for a closing tag.
    private func pieces(_ body: (String, ArraySlice<UInt8>) -> Void) {
        var position = 0
        var name = ""
        while position < bytes.count {
            let tag = bytes.next(Self.opening, from: position, to: bytes.count)
            if tag > position { body(name, bytes[position..<tag]) }
            guard tag < bytes.count else { return }
            if bytes.has(Array("<!--".utf8), at: tag) {
                position = bytes.range(of: Array("-->".utf8), from: tag + 4)?.upperBound ?? bytes.count
                continue
            }
            let start = tag + 1
            let slash = start < bytes.count && bytes[start] == .slash ? start + 1 : start
            let end = bytes.end(of: Self.nameBytes, from: slash, to: min(bytes.count, slash + 100))
            name = String(decoding: bytes[start..<end], as: UTF8.self)
            position = min(bytes.count, bytes.next(Self.closing, from: end, to: bytes.count) + 1)
            if Self.silent.contains(name.lowercased()) { position = self.end(of: name, from: position) }
            if name.lowercased() == "title" { name = "title" }
        }
    }

    /// The position of the closing tag of an element whose content is not text.
    private func end(of name: String, from position: Int) -> Int {
        bytes.range(of: Array("</\(name)".utf8), from: position)?.lowerBound ?? bytes.count
    }

    private static func plain(_ text: ArraySlice<UInt8>) -> String {
        var plain = String(decoding: text.prefix(2_000), as: UTF8.self)
        for (entity, character) in [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            plain = plain.replacingOccurrences(of: entity, with: character)
        }
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A word of a sentence: letters, a number of up to four digits, a path without digits. The sentence ends at a
    /// colon, because a value may follow. Nil if it isn't a word.
    private static func word(_ word: ArraySlice<UInt8>) -> (text: String, isLast: Bool)? {
        guard word.count <= 30 else { return nil }
        let text = plain(word)
        let core = text.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()[]\"'’“”«»–—-"))
        let isPath = core.hasPrefix("/") && !core.contains { $0.isNumber }
        let isWord = core.allSatisfy { $0.isLetter || $0 == "'" || $0 == "’" || $0 == "-" }
        guard isWord || isPath || SpokenValue.isShortNumber(core) else { return nil }
        return (text, text.hasSuffix(":"))
    }
}
