/// The beginning of a body that an excerpt is made from, as UTF-8.
struct ExcerptWindow {
    /// How many bytes more are looked at than could be shown, for redaction makes a text shorter.
    static let margin = 16_384

    let bytes: [UInt8]
    let isWhole: Bool
    let media: MediaType?

    /// Nil where the body is no text, or not in a charset that is known here.
    init?(_ body: Data, media: MediaType?, size: Int) {
        let beginning = body.prefix(size & ~3)
        isWhole = beginning.count == body.count
        self.media = media
        if let encoding = WideText.encoding(of: body, media) ?? Self.latin(media) {
            guard let text = String(data: Data(beginning), encoding: encoding) else { return nil }
            bytes = Array(text.utf8)
        } else {
            guard let text = Self.text(beginning, isWhole: isWhole) else { return nil }
            bytes = text
        }
        if bytes.contains(0) { return nil }
    }

    /// Ends before the last blank, quote or angle bracket (in a form: the last `&`) that is at least so many bytes before the
    /// end: no credential goes on across those.
    func withoutLastWord(dropping count: Int) -> [UInt8] {
        let rest = bytes.dropLast(count)
        let marks = media?.subtype == "x-www-form-urlencoded" ? "&" : "\"'`<>"
        let end = rest.lastIndex { $0.isSpace || marks.utf8.contains($0) } ?? rest.startIndex
        return Array(rest[..<end])
    }

    private static func latin(_ media: MediaType?) -> String.Encoding? {
        switch media?.charset {
        case "iso-8859-1", "latin1": .isoLatin1
        case "windows-1252": .windowsCP1252
        default: nil
        }
    }

    /// The bytes, if they are UTF-8 but for a character that the cut has split.
    private static func text(_ beginning: Data, isWhole: Bool) -> [UInt8]? {
        let bytes = Array(beginning)
        for split in 0...(isWhole ? 0 : min(3, bytes.count)) {
            let candidate = bytes.dropLast(split)
            if String(bytes: candidate, encoding: .utf8) != nil { return Array(candidate) }
        }
        return nil
    }
}
