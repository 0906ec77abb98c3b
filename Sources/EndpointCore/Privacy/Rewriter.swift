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
