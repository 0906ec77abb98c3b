/// Numbers that look random and follow from their seed alone (Steele, Lea and Flood, 2014), so that a run can be had again.
///
/// Real chance comes in from outside, as an argument; this is for simulations, faults on purpose and tests.
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

    /// From 0 up to, but not including, 1.
    package mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// A running 64-bit FNV-1a checksum, to prove that bytes arrived which nobody kept. It is no protection against malice.
public struct FNV1a: Hashable, Sendable {
    /// The checksum of the bytes so far.
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of nothing.
    public init() {}

    /// Takes in the next bytes; the same bytes in other pieces give the same checksum.
    public mutating func add(_ bytes: some ContiguousBytes) {
        var hash = value
        bytes.withUnsafeBytes { buffer in
            for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        value = hash
    }
}
