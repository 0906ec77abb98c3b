/// Copies bytes with some ranges replaced, from left to right; without a replacement nothing is copied.
struct Rewriter {
    let bytes: [UInt8]
    private var output: [UInt8] = []
    private var copied = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Replaces a range that is not empty and lies behind all earlier ones.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        output += bytes[copied..<range.lowerBound]
        output += replacement
        copied = range.upperBound
    }

    /// Replaces a secret, unless it is empty or has been replaced before.
    mutating func redact(_ range: Range<Int>, named name: String) {
        guard !range.isEmpty, !Placeholder.isPlaceholder(bytes[range]) else { return }
        replace(range, with: Placeholder.replacement(of: bytes[range], named: name))
    }

    var result: [UInt8] {
        copied == 0 ? bytes : output + bytes[copied...]
    }
}
