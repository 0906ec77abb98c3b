/// Words for lookup, written as one text with blanks or line breaks between them.
///
/// A literal of strings would be equivalent, but each of its elements is code, which takes long to optimise.
package struct WordList: Sendable, ExpressibleByStringLiteral {
    let inOrder: [String]

    private let set: Set<String>
    private let bytes: [[UInt8]]
    /// By their first and last bytes, because few words of a long list begin or end as a text does.
    private let byFirst: [UInt8: [[UInt8]]]
    private let byLast: [UInt8: [[UInt8]]]

    /// Not inlined: it would be optimised again for each list.
    @inline(never)
    package init(stringLiteral text: String) {
        var words: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) { words.append(String(word)) }
        inOrder = words
        set = Set(words)
        bytes = words.map { Array($0.utf8) }
        byFirst = Dictionary(grouping: bytes) { $0.first ?? 0 }
        byLast = Dictionary(grouping: bytes) { $0.last ?? 0 }
    }

    package func contains(_ word: String) -> Bool {
        set.contains(word)
    }

    /// Whether a word is in the list, in any case.
    package func containsIgnoringCase(_ word: String) -> Bool {
        inOrder.contains { $0.isEqualIgnoringCase(word) }
    }

    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        set.contains(String(decoding: word, as: UTF8.self))
    }

    /// The position after the first of the words that is at this position of a text.
    func end(ofOneAt position: Int, in text: [UInt8]) -> Int? {
        guard position < text.count, let words = byFirst[text[position]] else { return nil }
        for word in words where text.has(word, at: position) { return position + word.count }
        return nil
    }

    /// Whether one of the words occurs in a text.
    func areMentioned(in text: [UInt8]) -> Bool {
        for word in bytes where text.range(of: word) != nil { return true }
        return false
    }

    /// Whether a text ends with one of the words.
    func areAtEnd(of text: [UInt8]) -> Bool {
        guard let last = text.last, let words = byLast[last] else { return false }
        for word in words where word.count <= text.count && text.has(word, at: text.count - word.count) { return true }
        return false
    }
}
