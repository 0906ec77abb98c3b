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
        let bytes = Array(text.utf8)
        guard bytes.end(of: .pathOrQuery, from: 0, to: bytes.count) < bytes.count else { return text }
        var repaired: [UInt8] = []
        for (position, byte) in bytes.enumerated() {
            if byte.isPathOrQuery || PercentDecoding.byte(in: bytes[...], at: position) != nil {
                repaired.append(byte)
            } else {
                PercentEncoding.append(byte, to: &repaired)
            }
        }
        return Substring(String(decoding: repaired, as: UTF8.self))
    }
}
