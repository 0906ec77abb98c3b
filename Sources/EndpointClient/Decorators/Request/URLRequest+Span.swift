extension URLRequest {
    /// The header of W3C Trace Context, §3.2.
    static let traceparent = "traceparent"

    /// Gives a traced request a new span of the same trace. `random` gives even draws from 0..<1.
    mutating func startNewSpan(random: () -> Double) {
        guard let header = value(forHTTPHeaderField: Self.traceparent), let context = TraceContext(traceparent: header)
        else { return }
        let span = Self.bits(random()) << 32 | Self.bits(random())
        setValue(context.child(random: span).traceparent, forHTTPHeaderField: Self.traceparent)
    }

    /// 32 bits of a draw. One that is not a number is zero, and one outside 0..<1 the nearer end.
    private static func bits(_ draw: Double) -> UInt64 {
        draw > 0 ? UInt64(min(draw * 0x1p32, 0xFFFF_FFFF)) : 0
    }
}
