/// Replaces the userinfo of a URL and the secrets in the pairs of its path, query and fragment (RFC 3986 §3).
struct URLRedactor {
    let redaction: Redaction
    let level: Int

    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")
    private static let marks: ByteSet = "/=?#"

    func redact(_ url: Range<Int>, in rewriter: inout Rewriter) {
        guard let authority = URLAuthority(of: url, in: rewriter.bytes) else { return hierarchy(url, &rewriter) }
        if redaction.isStandard { rewriter.redact(authority.userinfo, named: "userinfo") }
        hierarchy(authority.end..<url.upperBound, &rewriter)
    }

    /// Path, query and fragment; or a form that stands alone, which has an equals sign before anything else.
    private func hierarchy(_ range: Range<Int>, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        let pairs = FormRedactor(redaction: redaction, level: level)
        let first = bytes.next(Self.marks, from: range.lowerBound, to: range.upperBound)
        if first < range.upperBound, bytes[first] == .equals { return pairs.redact(range, in: &rewriter) }
        let hash = bytes.next(Self.hash, from: range.lowerBound, to: range.upperBound)
        let question = bytes.next(Self.question, from: range.lowerBound, to: hash)
        for segment in bytes.pieces(of: range.lowerBound..<question, by: .slash) {
            pairs.redact(segment, in: &rewriter)
        }
        if question < hash { pairs.redact((question + 1)..<hash, in: &rewriter) }
        if hash < range.upperBound { pairs.redact((hash + 1)..<range.upperBound, in: &rewriter) }
    }
}
