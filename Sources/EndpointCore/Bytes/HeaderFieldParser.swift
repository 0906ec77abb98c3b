/// Reads the components of header fields (RFC 9110 §5.6) from left to right. Never reads past the end.
struct HeaderFieldParser {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skip() {
        if !isAtEnd { position += 1 }
    }

    /// Takes the byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Optional whitespace (OWS).
    mutating func skipBlanks() {
        _ = read(while: { $0 == 0x20 || $0 == 0x09 })
    }

    /// A token, or nil if there is none here.
    mutating func token() -> String? {
        let token = read(while: \.isToken)
        return token.isEmpty ? nil : token
    }

    /// All bytes up to one that is not accepted, as text.
    mutating func read(while accepts: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, accepts(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A quoted string without its quotes and escapes. An unclosed one ends with the text.
    mutating func quotedString() -> String? {
        guard take(.quote) else { return nil }
        var value: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == .quote { break }
            if byte == .backslash, let escaped = next {
                position += 1
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// Parameters `; name=value; name="value"; flag`, with lower-case names. The first of equal names counts, and
    /// anything that is not a parameter is skipped, up to the comma that ends the element.
    mutating func parameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while let (name, value) = parameter() {
            if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }

    private mutating func parameter() -> (String, String)? {
        skipToSemicolon()
        guard take(.semicolon) else { return nil }
        skipBlanks()
        guard let name = token()?.lowercased() else { return ("", "") }
        skipBlanks()
        guard take(.equals) else { return (name, "") }
        skipBlanks()
        return (name, quotedString() ?? read(while: { $0 != .semicolon && $0 != .comma && $0 != 0x20 && $0 != 0x09 }))
    }

    private mutating func skipToSemicolon() {
        while let byte = next, byte != .semicolon, byte != .comma {
            if quotedString() == nil { skip() }
        }
    }
}
