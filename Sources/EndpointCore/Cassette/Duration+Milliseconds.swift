extension Duration {
    /// Whole milliseconds, rounded.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((Double(attoseconds) / 1e15).rounded())
    }

    /// A length of time that a file gives in milliseconds; unknown (−1), absurd and not finite ones are zero.
    init(milliseconds: Double) {
        self = (0..<1e15).contains(milliseconds) ? .seconds(milliseconds / 1000) : .zero
    }
}
