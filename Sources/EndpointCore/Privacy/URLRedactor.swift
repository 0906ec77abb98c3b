/// Replaces the userinfo of a URL and the secrets in the pairs of its path, query and fragment (RFC 3986 §3).
struct URLRedactor {
    let redaction: Redaction
    var level = 0

    func redact(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let authority = Self.authority(of: bytes) else { return hierarchy(bytes) }
        var rewriter = Rewriter(Array(bytes[..<authority.upperBound]))
        if redaction.isStandard, let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) {
            let offset = bytes.startIndex
            rewriter.redact((authority.lowerBound - offset)..<(at - offset), named: "userinfo")
        }
        return rewriter.result + hierarchy(bytes[authority.upperBound...])
    }

    /// Between `//` and the first slash, unless it looks as if a password held that slash.
    private static func authority(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard let start = authorityStart(of: bytes) else { return nil }
        let rest = bytes[start...]
        let end = rest.firstIndex { [.slash, .backslash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) } ?? rest.endIndex
        let port = rest[..<end].split(separator: .colon, maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        if let port, rest.first != UInt8(ascii: "["), !port.allSatisfy(\.isDigit), !rest[..<end].contains(UInt8(ascii: "@")),
            let at = rest.lastIndex(of: UInt8(ascii: "@"))
        {
            return start..<(at + 1)
        }
        return start..<end
    }

    private static func authorityStart(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let slash = bytes.firstIndex(of: .slash), slash + 1 < bytes.endIndex, bytes[slash + 1] == .slash else { return nil }
        let scheme = bytes[..<slash]
        let isScheme = scheme.last == .colon && scheme.dropLast().allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        return scheme.isEmpty || isScheme ? slash + 2 : nil
    }

    /// Path, query and fragment; or a form that stands alone, which has an equals sign before anything else.
    private func hierarchy(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let pairs = PairsRedactor(redaction: redaction, level: level)
        let first = bytes.first { [.slash, .equals, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        if first == .equals { return pairs.redact(bytes) }
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let question = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let segments = bytes[..<question].split(separator: .slash, omittingEmptySubsequences: false)
        let path = segments.map(pairs.redact).joined(separator: [.slash])
        return Array(path) + part(bytes[question..<hash]) + part(bytes[hash...])
    }

    /// A query with its question mark, a fragment with its hash.
    private func part(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let mark = bytes.first else { return [] }
        return [mark] + PairsRedactor(redaction: redaction, level: level).redact(bytes.dropFirst())
    }
}
