extension Duration {
    /// The longest time that any policy takes as a parameter: a day. It keeps all sums far from overflow.
    package static let longest = Duration.seconds(86_400)

    /// This time as a number of seconds, to the precision of a `Double`.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// This time for a person, to the millisecond: `0.120 s`.
    package var brief: String { "\(secondsText) s" }

    /// The same without the unit: `0.120`
    package var secondsText: String {
        let milliseconds = Int64(max(-9e18, min(9e18, inSeconds * 1000)).rounded())
        let digits = String(abs(milliseconds) % 1000 + 1000).dropFirst()
        return "\(milliseconds < 0 ? "-" : "")\(abs(milliseconds) / 1000).\(digits)"
    }

    /// This time for a person, without decimals where it has none: `60 s`, `0.250 s`.
    package var short: String {
        components.attoseconds == 0 ? "\(components.seconds) s" : brief
    }

    /// A part of this time. A part that is not a number is nothing, and one outside 0...1 is the nearer end.
    package func part(_ fraction: Double) -> Duration {
        guard fraction > 0 else { return .zero }
        return fraction < 1 ? .seconds(inSeconds * fraction) : self
    }
}
