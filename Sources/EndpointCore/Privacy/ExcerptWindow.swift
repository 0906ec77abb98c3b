/// The beginning of a body that an excerpt is made from, as UTF-8.
struct BodyPrefix {
    /// How many bytes more are looked at than could be shown, for redaction makes a text shorter.
    static let margin = 16_384

    let bytes: [UInt8]
    let isWhole: Bool
    let media: MediaType?

    private static let pairEnds = ByteSet.space.union("&")

    /// Nil where the body is no text, or not in a charset that is known here.
    init?(_ body: Data, media: MediaType?, size: Int) {
        let beginning = body.prefix(size & ~3)
        isWhole = beginning.count == body.count
        self.media = media
        guard
            let text = UTF16Or32Text(beginning, media).map({ Array($0.text.utf8) }) ?? Self.latin(beginning, media)
                ?? Self.text(beginning, isWhole: isWhole)
        else { return nil }
        bytes = text
        if bytes.holds(0, in: 0..<bytes.count) { return nil }
    }

    /// Ends with the last blank, quote or angle bracket (in a form: the last `&`) that is at least so many bytes before the
    /// end: no credential goes on across those.
    func withoutLastWord(dropping count: Int) -> [UInt8] {
        let ends = media?.subtype == "x-www-form-urlencoded" ? Self.pairEnds : .wordEnds
        return Array(bytes[..<bytes.behindLast(ends, in: 0..<max(0, bytes.count - count))])
    }

    private static func latin(_ beginning: Data, _ media: MediaType?) -> [UInt8]? {
        switch media?.charset {
        case "iso-8859-1", "latin1", "windows-1252":
            String(data: Data(beginning), encoding: .windowsCP1252).map { Array($0.utf8) }
        default: nil
        }
    }

    /// The bytes, if they are UTF-8 but for a character that the cut has split.
    private static func text(_ beginning: Data, isWhole: Bool) -> [UInt8]? {
        var bytes = Array(beginning)
        for _ in 0...(isWhole ? 0 : min(3, bytes.count)) {
            if String(bytes: bytes, encoding: .utf8) != nil { return bytes }
            bytes.removeLast()
        }
        return nil
    }
}
