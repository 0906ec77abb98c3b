extension Duration {
    /// The longest duration that a policy accepts as a parameter: a day. Sums of such durations cannot overflow.
    package static let longest = Duration.seconds(86_400)

    /// This duration as a number of seconds, to the precision of a `Double`.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// This duration in seconds with three decimals: `0.120 s`.
    package var brief: String { "\(secondsText) s" }

    /// The same without the unit: `0.120`.
    package var secondsText: String {
        let milliseconds = Int64(max(-9e18, min(9e18, inSeconds * 1000)).rounded())
        let digits = String(abs(milliseconds) % 1000 + 1000).dropFirst()
        return "\(milliseconds < 0 ? "-" : "")\(abs(milliseconds) / 1000).\(digits)"
    }

    /// This duration in seconds, with three decimals only where it is not whole: `60 s`, `0.250 s`.
    package var shortText: String {
        components.attoseconds == 0 ? "\(components.seconds) s" : brief
    }

    /// This duration times a fraction, which is clamped to 0...1; NaN counts as 0.
    package func part(_ fraction: Double) -> Duration {
        guard fraction > 0 else { return .zero }
        return fraction < 1 ? .seconds(inSeconds * fraction) : self
    }
}
