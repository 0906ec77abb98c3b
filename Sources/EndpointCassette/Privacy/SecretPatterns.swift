/// Many byte strings to look for at once, in a time that does not depend on how many there are.
struct SecretPatterns {
    private static let prefix = 6

    /// By their first six bytes, and then by their lengths.
    private var labels: [UInt64: [Int: [ArraySlice<UInt8>: String]]] = [:]
    private var filter = [Bool](repeating: false, count: 1 << 16)

    var isEmpty: Bool { labels.isEmpty }

    mutating func add(_ pattern: [UInt8], label: String) {
        guard pattern.count >= Self.prefix else { return }
        let key = Self.key(pattern, 0)
        filter[Self.slot(key)] = true
        labels[key, default: [:]][pattern.count, default: [:]][pattern[...]] = label
    }

    /// Where a pattern stands, and its label; at most so many. Within a number that stands for a secret none does.
    func matches(in bytes: [UInt8], limit: Int) -> [(position: Int, label: String)] {
        guard bytes.count >= Self.prefix, !isEmpty else { return [] }
        var found: [(Int, String)] = []
        var key = Self.key(bytes, 0)
        for position in 0...(bytes.count - Self.prefix) {
            if position > 0 { key = (key << 8 | UInt64(bytes[position + Self.prefix - 1])) & 0xFFFF_FFFF_FFFF }
            if filter[Self.slot(key)], let label = label(of: key, in: bytes, at: position) {
                found.append((position, label))
                if found.count == limit { break }
            }
        }
        return found
    }

    private func label(of key: UInt64, in bytes: [UInt8], at position: Int) -> String? {
        labels[key]?.lazy.compactMap { length, patterns -> String? in
            let range = position..<position + length
            guard range.upperBound <= bytes.count, let label = patterns[bytes[range]] else { return nil }
            return SecretNumber.covers(range, in: bytes) ? nil : label
        }.first
    }

    private static func key(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        (0..<prefix).reduce(0) { $0 << 8 | UInt64(bytes[position + $1]) }
    }

    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}
