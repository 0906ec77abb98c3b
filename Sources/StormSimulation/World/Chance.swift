import Foundation

/// A seeded source of chance (SplitMix64): the same seed gives the same storm, on every machine.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// An even draw from 0..<1.
    mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// An even draw from 0..<bound.
    mutating func index(below bound: Int) -> Int {
        Int(fraction() * Double(bound))
    }

    /// The time to the next of many independent events, in seconds.
    mutating func interval(rate: Double) -> Double {
        -log(1 - fraction()) / rate
    }
}
