/// The one range of bytes that a request asks for (RFC 9110 §14.1.2), as a part of a whole stored body.
struct CacheRange: Hashable, Sendable {
    /// The place of the first byte, and that after the last.
    let bytes: Range<Int>
    let total: Int

    /// The range of `bytes=0-99`, `bytes=100-` or `bytes=-100` in a body of this many bytes; nil for several ranges,
    /// and for one that the body hasn't: the server answers these.
    init?(_ value: String, total: Int) {
        guard value.lowercased().hasPrefix("bytes="), total > 0 else { return nil }
        let parts = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
        let range: Range<Int>
        switch (Int(parts[0]), Int(parts[1])) {
        case (let first?, let last?) where first <= last && first < total: range = first..<min(last, total - 1) + 1
        case (let first?, nil) where first < total && parts[1].isEmpty: range = first..<total
        case (nil, let count?) where count > 0 && parts[0].isEmpty: range = max(0, total - count)..<total
        default: return nil
        }
        (bytes, self.total) = (range, total)
    }

    /// The fields of the 206 response with this part, from those of the whole (RFC 9110 §15.3.7).
    func headers(_ whole: HeaderFields) -> HeaderFields {
        var headers = whole
        headers["Content-Length"] = "\(bytes.count)"
        headers["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total)"
        return headers
    }
}
