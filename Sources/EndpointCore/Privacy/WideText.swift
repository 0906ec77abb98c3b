/// Texts in UTF-16 and UTF-32, in which no ASCII name is to be found byte by byte.
enum WideText {
    /// The encoding, by the byte order mark or else by the charset; nil for everything that extends ASCII.
    static func encoding(of body: Data, _ media: MediaType?) -> String.Encoding? {
        if body.starts(with: [0xFF, 0xFE, 0, 0]) || body.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) { return .utf16 }
        return media?.charset.flatMap { charsets[$0] }
    }

    private static let charsets: [String: String.Encoding] = [
        "utf-16": .utf16BigEndian, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
        "utf-32": .utf32BigEndian, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
    ]
}
