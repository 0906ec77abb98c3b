/// A pseudorandom number generator with a seed (Steele, Lea and Flood, 2014): the same seed gives the same numbers.
///
/// It makes simulations, injected faults, multipart boundaries and tests reproducible. Do not use it for secrets.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next number in 0..<1.
    package mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// A running 64-bit FNV-1a checksum, for bytes that are not stored and for seeds. It is not a cryptographic hash.
package struct FNV1a: Hashable, Sendable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of nothing.
    package init() {}

    /// Adds the next bytes. How the bytes are divided does not matter.
    package mutating func add(_ bytes: some ContiguousBytes) {
        var hash = value
        bytes.withUnsafeBytes { buffer in
            for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        value = hash
    }
}
