/// The line in front of a chunk: its size in hexadecimal, and extensions, which are ignored (RFC 9112, section 7.1).
struct ChunkSize: Hashable {
    let bytes: Int

    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit }
        let rest = line[digits.endIndex...].drop(while: \.isBlank)
        let hasGoodEnd = rest.isEmpty ? digits.endIndex == line.endIndex : rest.first == UInt8(ascii: ";")
        guard !digits.isEmpty, hasGoodEnd, rest.allSatisfy(\.isFieldContent) else {
            throw .badRequest("a bad chunk size")
        }
        guard let bytes = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .contentTooLarge }
        self.bytes = bytes
    }
}
