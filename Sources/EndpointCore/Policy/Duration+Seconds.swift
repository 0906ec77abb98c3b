extension Duration {
    /// The longest time that any policy takes as a parameter: a day. It keeps all sums far from overflow.
    static let longest = Duration.seconds(86_400)

    /// This time as a number of seconds, to the precision of a `Double`.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// A part of this time. A part that is not a number is nothing, and one outside 0...1 is the nearer end.
    func part(_ fraction: Double) -> Duration {
        guard fraction > 0 else { return .zero }
        return fraction < 1 ? .seconds(inSeconds * fraction) : self
    }
}
