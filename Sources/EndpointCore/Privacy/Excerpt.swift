extension Redaction {
    /// A body on one line, for people to read: the structure of JSON, such as `{"id": number, "tags": [string × 3]}`,
    /// the title and the first words of HTML, the names in a form, and for anything else its length and type:
    /// `<20480 bytes of image/png>`.
    ///
    /// For a failing response (`isFailure`), it includes what the server tells developers: values such as `message`,
    /// `detail`, `code`, and the first line of plain text. With ``showingValues``, it is the beginning of the body
    /// without its secrets; with ``hidingBodies()``, only length and type.
    ///
    /// At most `limit` bytes in UTF-8, then `…` with the size of the body; control characters are escaped. Only the
    /// beginning of a large body is read.
    public func excerpt(
        of body: Data, contentType: String?, limit: Int = 512, isFailure: Bool = false
    ) -> String {
        let media = contentType.flatMap { MediaType($0) }
        if hidesBodies { return body.isEmpty ? "" : SingleLineText.description(of: body, media) }
        if showsValues { return excerpt(of: body, media, limit: limit) }
        guard let structure = BodyStructure(body, media, self, speaks: isFailure).text else {
            return body.isEmpty ? "" : SingleLineText.description(of: body, media)
        }
        let line = SingleLineText(structure, limit: min(max(limit, 0), 1 << 20))
        return line.isCut ? "\(line.text)… (\(body.count.counted("byte")))" : line.text
    }

    private func excerpt(of body: Data, _ media: MediaType?, limit: Int) -> String {
        let limit = min(max(limit, 0), 1 << 20)
        guard let prefix = BodyPrefix(body, media: media, size: limit * 4 + BodyPrefix.margin) else {
            return SingleLineText.description(of: body, media)
        }
        let bytes = Redactor(self).body(safe(prefix), prefix.media)
        let line = SingleLineText(String(decoding: bytes, as: UTF8.self), limit: limit)
        if !line.isCut, prefix.isWhole { return line.text }
        return line.text.isEmpty
            ? SingleLineText.description(of: body, media) : "\(line.text)… (\(body.count.counted("byte")))"
    }

    /// A text on one line, without its secrets: redacted as by ``text(_:)``, control characters escaped, and cut off
    /// after at most `limit` bytes of UTF-8.
    public func line(_ text: String, limit: Int = 512) -> String {
        excerpt(of: Data(text.utf8), MediaType.plainText, limit: limit)
    }

    /// The bytes of the prefix, without a secret at the end that may be cut off and so would not be recognised.
    func safe(_ prefix: BodyPrefix) -> [UInt8] {
        guard !prefix.isWhole else { return prefix.bytes }
        return prefix.withoutLastWord(dropping: values.lengthOfUnfinished(prefix.bytes))
    }
}

/// The beginning of a body, from which an excerpt is made, as UTF-8.
struct BodyPrefix {
    /// How many more bytes are read than can be shown, because redaction may shorten a text.
    static let margin = 16_384

    let bytes: [UInt8]
    let isWhole: Bool
    let media: MediaType?

    private static let pairEnds = ByteSet.space.union("&")

    /// Nil if the body isn't text, or its charset isn't supported.
    init?(_ body: Data, media: MediaType?, size: Int) {
        let beginning = body.prefix(size & ~3)
        isWhole = beginning.count == body.count
        self.media = media
        guard let text = TextBody.decoded(beginning, media, isWhole: isWhole) else { return nil }
        bytes = Array(text.utf8)
        if bytes.holds(0, in: 0..<bytes.count) { return nil }
    }

    /// The bytes up to the last blank, quote or angle bracket (in a form: the last `&`) that is at least `count` bytes
    /// before the end, because no credential contains one of those.
    func withoutLastWord(dropping count: Int) -> [UInt8] {
        let ends = media?.subtype == "x-www-form-urlencoded" ? Self.pairEnds : .wordEnds
        return Array(bytes[..<bytes.behindLast(ends, in: 0..<max(0, bytes.count - count))])
    }
}

/// A text on one line of limited length.
struct SingleLineText {
    private(set) var text = ""
    private(set) var isCut = false

    init(_ source: String, limit: Int) {
        var room = limit
        for character in source {
            let shown = Self.shown(character)
            room -= shown.utf8.count
            guard room >= 0 else {
                isCut = true
                return
            }
            text += shown
        }
    }

    /// `<20480 bytes of image/png>`
    static func description(of body: Data, _ media: MediaType?) -> String {
        "<\(body.count.counted("byte"))\(media.map { " of " + $0.essence } ?? "")>"
    }

    /// The character, or the escapes of its scalars if one of them is hidden.
    private static func shown(_ character: Character) -> String {
        for scalar in character.unicodeScalars where isHidden(scalar) { return escaped(character) }
        return String(character)
    }

    private static func escaped(_ character: Character) -> String {
        var text = ""
        for scalar in character.unicodeScalars { text += isHidden(scalar) ? escape(scalar) : String(scalar) }
        return text
    }

    /// Whether a character would end the line, colour the terminal, or change the order in which the rest is read.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200D}" && !(scalar.value >= 0xE0020 && scalar.value <= 0xE007F)
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
