/// A body as characters.
enum TextBody {
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "windows-1252": .windowsCP1252,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]

    /// The characters by the charset of the media type, UTF-8 by default; nil where the bytes are something else.
    static func decoded(_ data: Data, _ contentType: String) -> String? {
        if let charset = MediaType(contentType)?.charset, let encoding = encodings[charset] {
            return String(data: data, encoding: encoding)
        }
        let text = String(decoding: data, as: UTF8.self)
        return text.utf8.elementsEqual(data) ? text : nil
    }
}
