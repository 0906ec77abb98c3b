/// A URL, or a reference to one, in its five parts (RFC 3986 §4.1).
///
/// Read from the text as it stands, never by Foundation, which resolves in its own way (`rel` on `/a/b` is `/rel` in a redirect
/// on Linux) and encodes a whole part anew when one of its characters is illegal. Every text is a reference; nothing is
/// checked here.
struct URLReference: Hashable, Sendable {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    /// Takes a text apart (RFC 3986 appendix B).
    init(_ text: String) {
        var rest = text[...]
        fragment = rest.cutTail(from: UInt8(ascii: "#"))
        query = rest.cutTail(from: UInt8(ascii: "?"))
        if let colon = Self.endOfScheme(in: rest) {
            scheme = rest[..<colon]
            rest = rest.dropBytes(through: colon)
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = Substring(rest.utf8.dropFirst(2))
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<slash]
            rest = rest[slash...]
        }
        path = rest
    }

    /// The parts put together again (RFC 3986 §5.3).
    var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Where the colon stands when the text begins with a scheme (RFC 3986 §3.1).
    private static func endOfScheme(in text: Substring) -> Substring.Index? {
        guard let first = text.utf8.first, first.isAlphanumeric, !first.isDecimalDigit else { return nil }
        let end = text.utf8.firstIndex { byte in
            !byte.isAlphanumeric && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
        }
        return end.flatMap { text.utf8[$0] == UInt8(ascii: ":") ? $0 : nil }
    }
}

extension Substring {
    /// Cuts off what begins at the first such byte, and returns it without that byte; nil when there is none.
    fileprivate mutating func cutTail(from byte: UInt8) -> Substring? {
        guard let index = utf8.firstIndex(of: byte) else { return nil }
        defer { self = self[..<index] }
        return dropBytes(through: index)
    }

    /// What follows a byte. A Character would take a combining mark along, and hide a slash from us.
    fileprivate func dropBytes(through index: Index) -> Substring {
        self[utf8.index(after: index)...]
    }
}
