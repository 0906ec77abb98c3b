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
