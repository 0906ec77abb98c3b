/// Percent-encoded text of other programs: what it stands for, and one way to write it (RFC 3986 §6.2.2).
enum PercentForm {
    /// What the text stands for. Total: bytes that are not UTF-8 become U+FFFD.
    static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 == .percent || $0 == UInt8(ascii: "+") }) else { return String(text) }
        let text = String(text)
        return (plusIsBlank ? PercentEncoding.decodeForm(text) : PercentEncoding.decode(text))
            ?? String(decoding: PercentDecoding.decoded(Array(text.utf8)[...]), as: UTF8.self)
    }

    /// The same path segment with everything escaped that can be, and nothing else.
    static func normalised(_ segment: Substring) -> String {
        if segment.utf8.allSatisfy(\.isUnreserved) { return String(segment) }
        let bytes = PercentDecoding.decoded(Array(segment.utf8)[...]).reduce(into: [UInt8]()) { bytes, byte in
            if byte.isUnreserved { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
