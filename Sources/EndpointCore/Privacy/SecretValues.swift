/// The secrets that the user has named, with the forms in which they are looked for.
struct SecretValues: Hashable, Sendable {
    private let texts: Set<String>
    private let needles: [Needle]

    init(_ texts: Set<String>) {
        self.texts = texts.filter { $0.contains { !$0.isWhitespace } }
        needles = self.texts.flatMap(Needle.forms).sorted { $0.bytes.count > $1.bytes.count }
    }

    static func == (first: SecretValues, second: SecretValues) -> Bool {
        first.texts == second.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
    }

    var count: Int { texts.count }

    func union(_ texts: some Sequence<String>) -> SecretValues {
        SecretValues(self.texts.union(texts))
    }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard !needles.isEmpty else { return bytes }
        return redactPlain(bytes.contains(.percent) ? redactEncoded(bytes) : bytes)
    }

    /// The length of the longest end of these bytes that may be the beginning of a secret.
    func lengthOfUnfinished(_ bytes: [UInt8]) -> Int {
        needles.map { needle in
            let longest = min(needle.bytes.count - 1, bytes.count)
            return stride(from: longest, to: 0, by: -1).first {
                bytes.suffix($0).elementsEqual(needle.bytes.prefix($0))
            } ?? 0
        }.max() ?? 0
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
        var byFirst = [[Needle]](repeating: [], count: 256)
        for needle in needles { byFirst[Int(needle.bytes[0])].append(needle) }
        var ranges: [Range<Int>] = []
        var position = 0
        while position < bytes.count {
            if let end = Placeholder.end(in: bytes, at: position) { position = end }
            guard position < bytes.count else { break }
            let candidates = byFirst[Int(bytes[position])]
            guard let needle = candidates.first(where: { bytes[position...].starts(with: $0.bytes) }) else {
                position += 1
                continue
            }
            let range = needle.range(in: bytes, at: position, after: ranges.last?.upperBound ?? 0)
            ranges.append(range)
            position = range.upperBound
        }
        return ranges
    }
}
