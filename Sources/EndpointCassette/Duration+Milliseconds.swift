extension Duration {
    /// Whole milliseconds, rounded.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((Double(attoseconds) / 1e15).rounded())
    }

    /// A length of time that a file gives in milliseconds; unknown (−1), absurd and not finite ones are zero.
    init(milliseconds: Double) {
        guard (0..<1e15).contains(milliseconds) else {
            self = .zero
            return
        }
        let whole = milliseconds.rounded(.down)
        self = .milliseconds(Int(whole)) + .nanoseconds(Int((milliseconds - whole) * 1_000_000))
    }
}
