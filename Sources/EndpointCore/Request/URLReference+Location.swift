extension URLReference {
    /// Reads a `Location` as servers write it (RFC 9110 §10.2.2), also with blanks, brackets and letters beyond ASCII in it.
    ///
    /// What a URL may not contain is encoded, in UTF-8; what is encoded already stays as it is. Nil when there is a control
    /// character inside. Scheme and authority are not repaired.
    init?(location: String) {
        let text = location.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        guard !text.utf8.contains(where: { $0.isControl }) else { return nil }
        self.init(text)
        path = Self.repaired(path)
        query = query.map(Self.repaired)
        fragment = fragment.map(Self.repaired)
    }

    private static func repaired(_ text: Substring) -> Substring {
        guard text.utf8.contains(where: { !$0.isPathOrQuery }) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            let isEscape = byte == UInt8(ascii: "%") && PercentEncoding.byte(escapedBy: rest) != nil
            if byte.isPathOrQuery || isEscape { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        return Substring(decoding: bytes, as: UTF8.self)
    }
}
