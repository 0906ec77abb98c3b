/// Where the parts of a ``URLReference`` stand in its text (RFC 3986 appendix B), as offsets of bytes.
struct URLComponentRanges: Sendable {
    let scheme: Range<Int>?
    let authority: Range<Int>?
    let path: Range<Int>
    let query: Range<Int>?
    let fragment: Range<Int>?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let question = bytes[..<(hash ?? bytes.count)].firstIndex(of: UInt8(ascii: "?"))
        let rest = bytes[..<(question ?? hash ?? bytes.count)]
        fragment = hash.map { $0 + 1..<bytes.count }
        query = question.map { $0 + 1..<(hash ?? bytes.count) }

        let colon = Self.endOfScheme(in: rest)
        scheme = colon.map { 0..<$0 }
        let hierarchy = rest[(colon.map { $0 + 1 } ?? 0)...]
        authority = Self.authority(in: hierarchy)
        path = (authority?.upperBound ?? hierarchy.startIndex)..<hierarchy.endIndex
    }

    /// Where the colon stands when the text begins with a scheme (RFC 3986 §3.1).
    private static func endOfScheme(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let first = bytes.first, first.isAlphanumeric, !first.isDigit else { return nil }
        let end = bytes.firstIndex { byte in
            !byte.isAlphanumeric && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
        }
        return end.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
    }

    /// What stands between two slashes and the next one (RFC 3986 §3.2).
    private static func authority(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
        guard bytes.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return nil }
        let start = bytes.startIndex + 2
        return start..<(bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex)
    }
}
