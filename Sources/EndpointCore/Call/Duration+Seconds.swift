extension Duration {
    /// The longest duration of a policy: a day. Sums of such durations cannot overflow.
    package static let longest = Duration.seconds(86_400)

    /// Later than any event, and far enough from the largest duration to be added to a time.
    static let farAway = Duration.seconds(Int64.max)

    /// This duration as a number of seconds, to the precision of a `Double`.
    package var inSeconds: Double {
        let parts = bounded.components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }

    /// This duration in seconds with three decimals: `0.120 s`.
    package var brief: String { "\(secondsText) s" }

    /// ``brief`` without the unit: `0.120`.
    var secondsText: String {
        let milliseconds = Int64(max(-9e18, min(9e18, inSeconds * 1000)).rounded())
        let digits = String(abs(milliseconds) % 1000 + 1000).dropFirst()
        return "\(milliseconds < 0 ? "-" : "")\(abs(milliseconds) / 1000).\(digits)"
    }

    /// This duration in seconds, with three decimals only if it isn't whole: `60 s`, `0.250 s`.
    package var shortText: String {
        let parts = bounded.components
        return parts.attoseconds == 0 ? "\(parts.seconds) s" : brief
    }

    /// This duration, or the nearest one whose seconds are an `Int64`.
    private var bounded: Duration { clamped(to: Duration.seconds(-Int64.max)...Duration.farAway) }

    /// This duration times a fraction, which is clamped to 0...1; NaN counts as 0.
    package func part(_ fraction: Double) -> Duration {
        guard fraction > 0 else { return .zero }
        return fraction < 1 ? .seconds(inSeconds * fraction) : self
    }
}

extension Comparable {
    /// This value, or the nearest one in a range; the lower bound in place of NaN.
    package func clamped(to range: ClosedRange<Self>) -> Self {
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
