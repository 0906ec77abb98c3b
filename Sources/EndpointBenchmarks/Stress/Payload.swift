import EndpointTesting

/// Bytes that both sides know by their index, from none to 300 KB: bodies of requests and of answers.
struct Payload: Sendable {
    let index: Int
    let data: Data
    let checksum: UInt64

    private init(index: Int, length: Int) {
        var random = SplitMix64(seed: UInt64(index))
        let words = (0..<(length + 7) / 8).map { _ in random.next() }
        self.index = index
        data = words.withUnsafeBytes { Data($0.prefix(length)) }
        checksum = data.fnv1a
    }

    /// Around the sizes of buffers, packets and chunks, where mistakes are made.
    static let all = [
        0, 1, 17, 100, 203, 999, 1460, 4095, 4096, 8192, 16_383, 16_384, 16_385, 32_768, 65_535, 65_536, 65_537,
        131_072, 300_000,
    ].enumerated().map { Payload(index: $0, length: $1) }

    /// One of them; small ones come more often.
    static func random(using random: inout SplitMix64) -> Payload {
        let (first, second) = (all.indices.randomElement(using: &random), all.indices.randomElement(using: &random))
        return all[min(first ?? 0, second ?? 0)]
    }
}

extension Data {
    /// The checksum that the server takes of what it receives.
    var fnv1a: UInt64 {
        var checksum = FNV1a()
        checksum.add(self)
        return checksum.value
    }
}
