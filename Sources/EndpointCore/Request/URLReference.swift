/// A URL, or a reference to one, in its five parts (RFC 3986 §4.1).
///
/// Read from the text as it stands, never by Foundation, which resolves in its own way (`rel` on `/a/b` is `/rel` in a redirect
/// on Linux) and encodes a whole part anew when one of its characters is illegal. Every text is a reference; nothing is
/// checked here.
package struct URLReference: Sendable {
    package var scheme: Substring?
    package var authority: Substring?
    package var path: Substring
    package var query: Substring?
    package var fragment: Substring?

    /// Takes a text apart.
    package init(_ text: String) {
        var text = text
        let marks = text.withUTF8(URLComponentRanges.init)
        scheme = marks.scheme.map(text.bytes)
        authority = marks.authority.map(text.bytes)
        path = text.bytes(marks.path)
        query = marks.query.map(text.bytes)
        fragment = marks.fragment.map(text.bytes)
    }

    /// The parts put together again (RFC 3986 §5.3).
    package var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}

extension String {
    /// The text between two offsets of bytes.
    ///
    /// Not of characters: a Character takes a combining mark along, and would hide a slash in front of one.
    fileprivate func bytes(_ range: Range<Int>) -> Substring {
        self[utf8.index(startIndex, offsetBy: range.lowerBound)..<utf8.index(startIndex, offsetBy: range.upperBound)]
    }
}

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

extension URLReference {
    /// The target of this reference on a page with the given URL (RFC 3986 §5.2.2, strict).
    package func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if path.utf8.first != UInt8(ascii: "/") { target.path = merged(with: base) }
            }
        }
        target.path = Self.removingDotSegments(target.path)
        return target
    }

    /// `remove_dot_segments` (RFC 3986 §5.2.4): `/a/./b/../c` is `/a/c`, and nothing climbs above the root.
    package static func removingDotSegments(_ path: Substring) -> Substring {
        guard path.utf8.first == UInt8(ascii: "/") else { return PathSegments(path).text }
        let segments = PathSegments(Substring(path.utf8.dropFirst()))
        return segments.isNormal ? path : "/" + segments.text
    }

    /// This path in place of the last segment of the base's (RFC 3986 §5.2.3).
    private func merged(with base: URLReference) -> Substring {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }
}

extension URLReference {
    /// Reads a `Location` as servers write it (RFC 9110 §10.2.2), also with blanks, brackets and letters beyond ASCII in it.
    ///
    /// What a URL may not contain is encoded, in UTF-8; what is encoded already stays as it is. Nil when there is a control
    /// character inside. Scheme and authority are not repaired.
    package init?(location: String) {
        let text = location.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        guard !text.utf8.contains(where: { $0.isControl }) else { return nil }
        self.init(text)
        path = Self.repaired(path)
        query = query.map(Self.repaired)
        fragment = fragment.map(Self.repaired)
    }

    private static func repaired(_ text: Substring) -> Substring {
        let bytes = Array(text.utf8)
        guard bytes.end(of: .pathOrQuery, from: 0, to: bytes.count) < bytes.count else { return text }
        var repaired: [UInt8] = []
        for (position, byte) in bytes.enumerated() {
            if byte.isPathOrQuery || PercentEncoding.byte(in: bytes[...], at: position) != nil {
                repaired.append(byte)
            } else {
                PercentEncoding.append(byte, to: &repaired)
            }
        }
        return Substring(String(decoding: repaired, as: UTF8.self))
    }
}

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
    package private(set) var climbs = false

    /// Whether a `.` or `..` is written with `%2E`. It is kept in ``text``; some servers take it away, others do not.
    package private(set) var hidesDots = false

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
