/// The secrets that the user has named, with the forms in which they are looked for.
struct SecretValues: Hashable, Sendable {
    private(set) var texts: Set<String> = []

    private var needles: [SearchPattern] = []
    /// The places of the needles by their first byte, once there are any.
    private var places: [[Int]] = []

    static func == (first: SecretValues, second: SecretValues) -> Bool {
        first.texts == second.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
    }

    var count: Int { texts.count }

    mutating func insert(_ text: String) {
        guard !texts.contains(text), !text.allSatisfy(\.isWhitespace) else { return }
        texts.insert(text)
        if places.isEmpty { places = [[Int]](repeating: [], count: 256) }
        for needle in SearchPattern.forms(of: text) {
            places[Int(needle.bytes[0])].append(needles.count)
            needles.append(needle)
        }
    }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard !needles.isEmpty else { return bytes }
        return redactPlain(bytes.contains(.percent) ? redactEncoded(bytes) : bytes)
    }

    /// The length of the longest end of these bytes that may be the beginning of a secret.
    func lengthOfUnfinished(_ bytes: [UInt8]) -> Int {
        var longest = 0
        for needle in needles {
            var length = min(needle.bytes.count - 1, bytes.count)
            while length > longest, !bytes.has(Array(needle.bytes[..<length]), at: bytes.count - length) { length -= 1 }
            longest = max(longest, length)
        }
        return longest
    }

    private func redactPlain(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        for range in ranges(in: bytes) { rewriter.redact(range, named: "value") }
        return rewriter.result
    }

    /// Looks for the secrets in what percent-encoding means, so that it does not matter which characters are encoded.
    private func redactEncoded(_ bytes: [UInt8]) -> [UInt8] {
        let decoding = PercentDecoding(bytes[...])
        var rewriter = Rewriter(bytes)
        for range in ranges(in: decoding.bytes) {
            let origin = decoding.origins[range.lowerBound]..<decoding.origins[range.upperBound]
            rewriter.redact(origin, named: "value")
        }
        return rewriter.result
    }

    private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var lowest = 0
        var position = 0
        while position < bytes.count {
            if let end = Placeholder.end(in: bytes, at: position) {
                position = end
            } else if let needle = needle(in: bytes, at: position) {
                let range = needle.range(in: bytes, at: position, after: lowest)
                ranges.append(range)
                (position, lowest) = (range.upperBound, range.upperBound)
            } else {
                position += 1
            }
        }
        return ranges
    }

    /// The longest of the needles that stand here.
    private func needle(in bytes: [UInt8], at position: Int) -> SearchPattern? {
        var longest: SearchPattern?
        for place in places[Int(bytes[position])] where needles[place].bytes.count > longest?.bytes.count ?? 0 {
            if bytes.has(needles[place].bytes, at: position) { longest = needles[place] }
        }
        return longest
    }
}
