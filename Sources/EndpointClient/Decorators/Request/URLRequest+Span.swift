extension URLRequest {
    /// The header of W3C Trace Context, §3.2.
    static let traceparent = "traceparent"

    /// Gives a traced request a new span of the same trace. `random` gives even draws from 0..<1.
    mutating func startNewSpan(random: () -> Double) {
        guard let header = value(forHTTPHeaderField: Self.traceparent), let context = TraceContext(traceparent: header)
        else { return }
        let span = UInt64(random() * 0x1p32) << 32 | UInt64(random() * 0x1p32)
        setValue(context.child(random: span).traceparent, forHTTPHeaderField: Self.traceparent)
    }
}
