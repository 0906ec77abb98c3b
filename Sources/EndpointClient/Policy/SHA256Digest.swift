/// SHA-256 (FIPS 180-4), because neither Foundation on Linux nor the standard library has it.
package struct SHA256Digest: Hashable, Sendable {
    private let words: [UInt32]

    /// Its 32 bytes.
    package var bytes: [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// The bytes in 64 hexadecimal digits.
    package var hexadecimal: String { words.map { String($0, width: 8, radix: 16) }.joined() }

    package init(_ bytes: some Sequence<UInt8>) {
        var message = Array(bytes)
        let bits = UInt64(message.count) &* 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
        var state = Self.initial
        for start in stride(from: 0, to: message.count, by: 64) {
            Self.add(message[start..<start + 64], to: &state)
        }
        words = state
    }

    /// Adds a block of 64 bytes (§6.2.2).
    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() { schedule[index / 4] = schedule[index / 4] << 8 | UInt32(byte) }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var words = state
        for index in 0..<64 {
            let (a, e) = (words[0], words[4])
            let choice = e & words[5] ^ ~e & words[6]
            let majority = a & words[1] ^ a & words[2] ^ words[1] & words[2]
            let mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let added = words[7] &+ mixed &+ choice &+ constants[index] &+ schedule[index]
            let last = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            words = [added &+ last, a, words[1], words[2], words[3] &+ added, e, words[5], words[6]]
        }
        for index in 0..<8 { state[index] &+= words[index] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static let initial = words("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")

    private static let constants = words(
        """
        428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5
        d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174
        e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da
        983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967
        27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85
        a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070
        19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3
        748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2
        """)

    /// The words of eight digits in a hexadecimal text.
    private static func words(_ text: String) -> [UInt32] {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count, by: 8).map { start in
            digits[start..<start + 8].reduce(0) { $0 << 4 | UInt32($1) }
        }
    }
}

/// HMAC-SHA256 (RFC 2104): a digest that can't be computed, or compared with guesses, without the key.
struct KeyedDigest: Hashable, Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// Digests with a key of any length.
    init(key: some Sequence<UInt8>) {
        var key = Array(key)
        if key.count > 64 { key = SHA256Digest(key).bytes }
        key += [UInt8](repeating: 0, count: 64 - key.count)
        (inner, outer) = (key.map { $0 ^ 0x36 }, key.map { $0 ^ 0x5C })
    }

    /// The digest of a message, in 64 hexadecimal digits.
    func hexadecimal(_ message: some Sequence<UInt8>) -> String {
        SHA256Digest(outer + SHA256Digest(inner + Array(message)).bytes).hexadecimal
    }
}
