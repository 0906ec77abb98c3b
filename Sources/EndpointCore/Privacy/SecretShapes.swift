/// Replaces what is a credential by its look alone, wherever it stands.
enum SecretShapes {
    private static let byFirst: [UInt8: [SecretShape]] = Dictionary(grouping: SecretShape.all) { $0.prefix[0] }
    private static let isFirst: [Bool] = (0...255).map { byFirst.keys.contains(UInt8($0)) }

    static func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "e"), bytes[position...].starts(with: tokenStart) {
                position = token(at: position, &rewriter)
            } else if isFirst[Int(byte)] || byte == UInt8(ascii: "-"), let end = end(in: bytes, at: position) {
                rewriter.redact(position..<end, named: "credential")
                position = end
            } else {
                position += 1
            }
        }
        return rewriter.result
    }

    private static func end(in bytes: [UInt8], at position: Int) -> Int? {
        if bytes[position] == UInt8(ascii: "-") { return keyEnd(in: bytes, at: position) }
        guard beginsWord(bytes, position) else { return nil }
        return byFirst[bytes[position]]?.lazy.compactMap { $0.end(in: bytes, at: position) }.first
    }

    /// Not within a word; but the end of an escape (`%20`, `\n`) is none.
    private static func beginsWord(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard position > 0, bytes[position - 1].isAlphanumeric || bytes[position - 1] == 0x5F else { return true }
        if position > 1, bytes[position - 2] == .backslash { return true }
        return position > 2 && bytes[position - 3] == .percent && bytes[position - 1].hexValue != nil
            && bytes[position - 2].hexValue != nil
    }

    private static let tokenStart = Array("eyJ".utf8)

    /// Replaces a JSON Web Token (RFC 7519): base64url of `{"…`, a dot, more. A header alone is none: cursors look like that.
    /// Returns where to go on: behind the header at least, so that no text makes the search slow.
    private static func token(at start: Int, _ rewriter: inout Rewriter) -> Int {
        let bytes = rewriter.bytes
        let header = bytes[start...].prefix(while: SecretShape.isURLSafe)
        guard header.count >= 8, header.endIndex < bytes.count, bytes[header.endIndex] == 0x2E else {
            return header.endIndex
        }
        let rest = bytes[(header.endIndex + 1)...].prefix(while: SecretShape.isDotted)
        guard rest.count >= 4 else { return header.endIndex }
        rewriter.redact(start..<rest.endIndex, named: "jwt")
        return rest.endIndex
    }

    /// A private key in PEM (RFC 7468 §10), up to the end of its last line; where that is missing, of the text.
    private static func keyEnd(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let label = Array(bytes[(start + 11)...].prefix(40))
        guard label.contains("PRIVATE KEY") else { return nil }
        guard let end = bytes.range(of: Array("-----END ".utf8), from: start) else { return bytes.count }
        return bytes.range(of: Array("-----".utf8), from: end.upperBound)?.upperBound ?? bytes.count
    }
}
