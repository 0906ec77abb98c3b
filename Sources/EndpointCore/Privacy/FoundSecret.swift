/// A secret that the rules have found in bytes.
package struct FoundSecret {
    /// What a replacement must look like.
    package enum Syntax {
        /// Any text that needs no JSON escapes.
        case text
        /// A JSON value: the secret is a number, or something broken in its place. A text needs quotes.
        case json
    }

    /// The name of the secret, as written there, or the kind of a secret that needs no name: `userinfo`, `jwt`.
    package let name: String

    /// The secret, decoded.
    package let bytes: [UInt8]

    package let syntax: Syntax

    /// Whether it is in a URL or a form, even in a URL in the middle of a text: a replacement should be
    /// percent-encoded.
    package fileprivate(set) var isInURL = false

    /// Where it is.
    private(set) var range: Range<Int>

    init(_ name: String, _ bytes: [UInt8], at range: Range<Int>, as syntax: Syntax = .text) {
        (self.name, self.bytes, self.range, self.syntax) = (name, bytes, range, syntax)
    }

    /// The name of a secret that was found by its value. Its bytes are that value, whatever its encoding in the text.
    package static let valueName = "value"

    func moved(by offset: Int) -> FoundSecret {
        moved { $0.lowerBound + offset..<$0.upperBound + offset }
    }

    /// The same secret where its range comes from.
    func moved(_ move: (Range<Int>) -> Range<Int>) -> FoundSecret {
        var moved = self
        moved.range = move(range)
        return moved
    }
}

/// What replaces secrets, and how a replacement is recognised in text that is redacted again.
package struct SecretReplacement {
    /// The replacement of a secret. Nil leaves it, because it is already a placeholder.
    let text: (FoundSecret) -> [UInt8]?

    /// The position after the placeholder that begins at a position; nil if none does. Called at `{` and `%` only.
    let placeholderEnd: ([UInt8], Int) -> Int?

    package init(
        text: @escaping (FoundSecret) -> [UInt8]?, placeholderEnd: @escaping ([UInt8], Int) -> Int? = { _, _ in nil }
    ) {
        (self.text, self.placeholderEnd) = (text, placeholderEnd)
    }

    private static let placeholder = Array("{{secret}}".utf8)
    private static let wordStarts = ByteSet.space.union("\"<")
    private static let longestWord = 2048

    /// `{{secret}}` for all secrets.
    ///
    /// Braces mark a gap that no server sends by chance, and they stay unchanged in JSON, headers and forms. Only a
    /// `URL` can't contain them: there they are percent-encoded.
    static var standard: SecretReplacement {
        SecretReplacement {
            if $0.bytes == placeholder { return nil }
            return $0.syntax == .json ? [.quote] + placeholder + [.quote] : placeholder
        } placeholderEnd: { bytes, position in
            bytes.has(placeholder, at: position) ? position + placeholder.count : nil
        }
    }

    func end(ofPlaceholderAt position: Int, in bytes: [UInt8]) -> Int? {
        guard position < bytes.count, bytes[position] == 0x7B || bytes[position] == .percent else { return nil }
        return placeholderEnd(bytes, position)
    }

    /// The placeholders in a text, from left to right.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var (ranges, position) = ([Range<Int>](), bytes.next("{%", from: 0, to: bytes.count))
        while position < bytes.count {
            let end = placeholderEnd(bytes, position)
            if let end { ranges.append(position..<end) }
            position = bytes.next("{%", from: end ?? position + 1, to: bytes.count)
        }
        return ranges
    }

    /// Whether a range contains a placeholder, and otherwise less than a secret needs.
    func areAll(of range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let text = Array(bytes[range])
        let inside = ranges(in: text)
        guard !inside.isEmpty else { return false }
        let rest = text.indices.count { position in
            text[position].isAlphanumeric && !inside.contains { $0.contains(position) }
        }
        return rest < 6
    }

    /// The bytes with the replacements of secrets, which are in their order.
    ///
    /// - Parameter isURL: Whether the bytes are a URL or a form.
    func replacing(_ secrets: [FoundSecret], in bytes: [UInt8], isURL: Bool) -> [UInt8] {
        var (output, copied) = ([UInt8](), 0)
        for var secret in secrets {
            secret.isInURL = isURL || secret.syntax == .text && Self.isInURL(secret.range.lowerBound, of: bytes)
            guard let replacement = text(secret) else { continue }
            output += bytes[copied..<secret.range.lowerBound]
            output += replacement
            copied = secret.range.upperBound
        }
        return copied == 0 ? bytes : output + bytes[copied...]
    }

    /// Whether the word before a position is the beginning of a URL.
    private static func isInURL(_ position: Int, of bytes: [UInt8]) -> Bool {
        let start = max(0, position - longestWord)
        let word = Array(bytes[bytes.behindLast(wordStarts, in: start..<position)..<position])
        return word.contains(UInt8(ascii: "?")) || word.range(of: Array("://".utf8)) != nil
    }
}
