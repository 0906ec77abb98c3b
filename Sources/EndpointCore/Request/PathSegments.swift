/// A path in its segments, without those that only point: `.` and `..` (RFC 3986 §3.3).
///
/// The path is read from below its start, so a first slash is an empty segment. A `..` that finds nothing to take away is
/// dropped and noted.
package struct PathSegments: Sendable {
    /// The path without `.` and `..`; it ends in a slash where one of them stood last.
    package private(set) var text: Substring

    /// Whether there was nothing to take away.
    private(set) var isNormal = true

    /// Whether a `..` led above the start.
    private(set) var climbs = false

    /// Whether a `.` or `..` is written with `%2E`. It is kept in ``text``; some servers take it away, others do not.
    private(set) var hidesDots = false

    package init(_ path: Substring) {
        text = path
        guard Self.mayHoldDots(path) else { return }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(Substring.init)
        var kept: [Substring] = []
        for segment in segments { append(segment, to: &kept) }
        guard !isNormal else { return }
        if segments.last == "." || segments.last == ".." { kept.append("") }
        text = kept.joined(separator: "/")[...]
    }

    private mutating func append(_ segment: Substring, to kept: inout [Substring]) {
        switch segment {
        case ".":
            isNormal = false
        case "..":
            isNormal = false
            climbs = climbs || kept.isEmpty
            _ = kept.popLast()
        default:
            hidesDots = hidesDots || Self.isHiddenDots(segment)
            kept.append(segment)
        }
    }

    /// `%2e`, `.%2E`, `%2e%2e` and the like.
    private static func isHiddenDots(_ segment: Substring) -> Bool {
        guard segment.utf8.count <= 6 else { return false }
        let decoded = PercentEncoding.decode(String(segment))
        return decoded == "." || decoded == ".."
    }

    private static func mayHoldDots(_ path: Substring) -> Bool {
        var previous = UInt8(ascii: "/")
        for byte in path.utf8 {
            let isDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
            if isDot, previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }
}
