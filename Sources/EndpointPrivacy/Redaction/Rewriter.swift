/// Copies bytes with some ranges replaced, from left to right; without a replacement nothing is copied.
package struct Rewriter {
    package let bytes: [UInt8]
    private var output: [UInt8] = []
    private var copied = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Replaces a range that is not empty and lies behind all earlier ones.
    package mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        output += bytes[copied..<range.lowerBound]
        output += replacement
        copied = range.upperBound
    }

    /// Replaces a secret, unless it is empty or has been replaced before.
    package mutating func redact(_ range: Range<Int>, named name: String) {
        guard !range.isEmpty, !Placeholder.isPlaceholder(range, in: bytes) else { return }
        replace(range, with: Placeholder.replacement(of: bytes[range], named: name))
    }

    package var result: [UInt8] {
        copied == 0 ? bytes : output + bytes[copied...]
    }
}

/// What stands in the place of a secret.
///
/// Braces, because they mark a gap that no server sends by chance and that survives in JSON, headers and forms as it is; ASCII,
/// so that one search finds all. Only a `URL` cannot hold braces: there, and only there, they are percent-encoded.
enum Placeholder {
    private static let bytes = Array("{{secret}}".utf8)
    private static let encoded = "%7B%7Bsecret%7D%7D"

    /// The replacement of one secret: every replacement in this library is made here.
    ///
    /// It is the same for all secrets; secret and name are given so that equal secrets could be given equal numbers.
    static func replacement(of secret: ArraySlice<UInt8>, named name: String) -> [UInt8] {
        bytes
    }

    static func isPlaceholder(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        range.count == bytes.count && text.has(bytes, at: range.lowerBound)
    }

    /// The position behind the placeholder that begins here; nil where none does.
    static func end(in text: [UInt8], at start: Int) -> Int? {
        text.has(bytes, at: start) ? start + bytes.count : nil
    }

    static func percentEncoded(in text: String) -> String {
        text.replacingOccurrences(of: String(decoding: bytes, as: UTF8.self), with: encoded)
    }
}
