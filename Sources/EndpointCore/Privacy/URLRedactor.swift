/// Replaces the userinfo of a URL and the secrets in the pairs of its path, query and fragment (RFC 3986 §3).
struct URLRedactor {
    let redaction: Redaction
    var level = 0

    func redact(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let authority = URLAuthority(of: bytes) else { return hierarchy(bytes) }
        let offset = bytes.startIndex
        var rewriter = Rewriter(Array(bytes[..<authority.end]))
        if redaction.isStandard {
            let userinfo = (authority.userinfo.lowerBound - offset)..<(authority.userinfo.upperBound - offset)
            rewriter.redact(userinfo, named: "userinfo")
        }
        return rewriter.result + hierarchy(bytes[authority.end...])
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
