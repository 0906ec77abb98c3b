/// Replaces what is a credential by its look alone, wherever it stands.
enum SecretShapes {
    private static let byFirst: [UInt8: [SecretShape]] = Dictionary(grouping: SecretShape.all) { $0.prefix[0] }
    private static let isFirst: [Bool] = (0...255).map { byFirst.keys.contains(UInt8($0)) }

    static func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        var position = 0
        while position < bytes.count {
            if let (end, name) = find(in: bytes, at: position) {
                rewriter.redact(position..<end, named: name)
                position = end
            } else {
                position += 1
            }
        }
        return rewriter.result
    }

    private static func find(in bytes: [UInt8], at position: Int) -> (Int, String)? {
        switch bytes[position] {
        case UInt8(ascii: "e"): return tokenEnd(in: bytes, at: position).map { ($0, "jwt") }
        case UInt8(ascii: "-"): return keyEnd(in: bytes, at: position).map { ($0, "privatekey") }
        case let byte where isFirst[Int(byte)]:
            guard beginsWord(bytes, position) else { return nil }
            return byFirst[byte]?.lazy.compactMap { $0.end(in: bytes, at: position) }.first.map { ($0, "credential") }
        default: return nil
        }
    }

    /// Not within a word; but the end of an escape (`%20`, `\n`) is none.
    private static func beginsWord(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard position > 0, bytes[position - 1].isAlphanumeric || bytes[position - 1] == 0x5F else { return true }
        if position > 1, bytes[position - 2] == .backslash { return true }
        return position > 2 && bytes[position - 3] == .percent && bytes[position - 1].hexValue != nil
            && bytes[position - 2].hexValue != nil
    }

    /// A JSON Web Token (RFC 7519): base64url of `{"…`, a dot, more. A header alone is none: cursors look like that.
    private static func tokenEnd(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes[start...].starts(with: "eyJ".utf8) else { return nil }
        let header = bytes[start...].prefix(while: SecretShape.isURLSafe)
        guard header.count >= 8, header.endIndex < bytes.count, bytes[header.endIndex] == 0x2E else { return nil }
        let rest = bytes[(header.endIndex + 1)...].prefix(while: SecretShape.isDotted)
        return rest.count >= 4 ? rest.endIndex : nil
    }

    /// A private key in PEM (RFC 7468 §10), up to the end of its last line; where that is missing, of the text.
    private static func keyEnd(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let label = bytes[(start + 11)...].prefix(40)
        guard let mark = label.firstRange(of: Array("PRIVATE KEY".utf8)) else { return nil }
        guard let end = bytes[mark.upperBound...].firstRange(of: Array("-----END ".utf8)) else { return bytes.count }
        return bytes[end.upperBound...].firstRange(of: Array("-----".utf8))?.upperBound ?? bytes.count
    }
}
