/// The five parts of an absolute or relative URL (RFC 3986 §4.1).
///
/// Foundation's parser is not used, because it resolves differently (`rel` against `/a/b` is `/rel` in a redirect on
/// Linux) and encodes a whole part again when one character in it is invalid. Any text can be split; nothing is
/// validated here.
package struct URLReference: Sendable {
    package var scheme: Substring?
    package var authority: Substring?
    package var path: Substring
    package var query: Substring?
    package var fragment: Substring?

    /// Splits a text into its parts (RFC 3986 appendix B).
    package init(_ text: String) {
        var rest = text[...]
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        if let colon = Self.endOfScheme(in: rest) {
            scheme = rest[..<colon]
            rest = Substring(rest.utf8[colon...].dropFirst())
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = Substring(rest.utf8.dropFirst(2))
            let slash = rest.utf8.firstIndex(of: .slash) ?? rest.endIndex
            authority = rest[..<slash]
            rest = rest[slash...]
        }
        path = rest
    }

    /// Removes the part that begins with a byte, and returns it without that byte; nil if there is none.
    ///
    /// Bytes are compared, not characters: a slash and a following combining mark are one Character.
    private static func cut(_ text: inout Substring, at byte: UInt8) -> Substring? {
        guard let index = text.utf8.firstIndex(of: byte) else { return nil }
        defer { text = text[..<index] }
        return Substring(text.utf8[index...].dropFirst())
    }

    /// The position of the colon after the scheme; nil without a scheme (RFC 3986 §3.1).
    private static func endOfScheme(in text: Substring) -> Substring.Index? {
        guard text.utf8.first?.isLetter == true else { return nil }
        let end = text.utf8.firstIndex { !ByteSet.scheme.contains($0) }
        return end.flatMap { text.utf8[$0] == .colon ? $0 : nil }
    }

    /// The URL composed of the parts (RFC 3986 §5.3).
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

extension URLReference {
    /// This reference resolved against a base URL (RFC 3986 §5.2.2, strict).
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

    /// `remove_dot_segments` (RFC 3986 §5.2.4): `/a/./b/../c` becomes `/a/c`. A `..` at the root is dropped.
    package static func removingDotSegments(_ path: Substring) -> Substring {
        guard path.utf8.first == UInt8(ascii: "/") else { return PathSegments(path).text }
        let segments = PathSegments(Substring(path.utf8.dropFirst()))
        return segments.isNormal ? path : "/" + segments.text
    }

    /// The path of the base with its last segment replaced by this path (RFC 3986 §5.2.3).
    private func merged(with base: URLReference) -> Substring {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }
}

extension URLReference {
    /// Parses a `Location` header (RFC 9110 §10.2.2), including the blanks, brackets and non-ASCII letters that servers
    /// write.
    ///
    /// Characters that a URL may not contain are percent-encoded in UTF-8. Existing percent-encoding is kept. Nil when
    /// the text contains a control character. Scheme and authority are not changed.
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
            if ByteSet.pathOrQuery.contains(byte) || PercentEncoding.byte(in: bytes[...], at: position) != nil {
                repaired.append(byte)
            } else {
                PercentEncoding.append(byte, to: &repaired)
            }
        }
        return Substring(String(decoding: repaired, as: UTF8.self))
    }
}

/// A path without its dot segments `.` and `..` (RFC 3986 §3.3).
///
/// The path is given without its leading slash; a slash at its start counts as an empty segment. A `..` without a
/// segment before it is dropped and recorded in ``escapesStart``.
package struct PathSegments: Sendable {
    /// The path without `.` and `..`. It ends in a slash if its last segment was one of them.
    package private(set) var text: Substring

    /// Whether the path had no dot segments.
    private(set) var isNormal = true

    /// Whether a `..` leads above the start of the path.
    package private(set) var escapesStart = false

    /// Whether the path has a dot segment written with `%2E`. It is kept in ``text``, because servers disagree about
    /// it.
    package private(set) var hasEncodedDots = false

    package init(_ path: Substring) {
        text = path
        guard Self.mayHaveDots(path) else { return }
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
            escapesStart = escapesStart || kept.isEmpty
            _ = kept.popLast()
        default:
            hasEncodedDots = hasEncodedDots || Self.isEncodedDots(segment)
            kept.append(segment)
        }
    }

    /// `%2e`, `.%2E`, `%2e%2e` and the like.
    private static func isEncodedDots(_ segment: Substring) -> Bool {
        guard segment.utf8.count <= 6 else { return false }
        let decoded = PercentEncoding.decode(String(segment))
        return decoded == "." || decoded == ".."
    }

    private static func mayHaveDots(_ path: Substring) -> Bool {
        var previous = UInt8(ascii: "/")
        for byte in path.utf8 {
            let isDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
            if isDot, previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }
}
