/// A seeded generator: a test that draws from it fails the same way every time.
struct SplitMix64: RandomNumberGenerator {
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

    /// A time from nothing to the longest there is, of every order of magnitude, now and then negative.
    mutating func anyDuration() -> Duration {
        let bits = next() >> (next() % 64)
        let duration: Duration = next() % 2 == 0 ? .milliseconds(Int64(bits >> 12)) : .seconds(Int64(bits >> 1))
        return next() % 8 == 0 ? .zero - duration : duration
    }
}
