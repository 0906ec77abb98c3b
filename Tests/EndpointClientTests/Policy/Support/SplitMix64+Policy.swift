import EndpointClient
import TestSupport

extension SplitMix64 {
    /// A time from nothing to the longest there is, of every order of magnitude, now and then negative.
    mutating func anyDuration() -> Duration {
        let bits = next() >> (next() % 64)
        let duration: Duration = next() % 2 == 0 ? .milliseconds(Int64(bits >> 12)) : .seconds(Int64(bits >> 1))
        return next() % 8 == 0 ? .zero - duration : duration
    }
}
