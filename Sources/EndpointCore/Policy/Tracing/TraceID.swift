/// The identifier of a trace: 16 bytes, never all zero (W3C Trace Context, §3.2.2.3).
public struct TraceID: Hashable, Sendable {
    /// The first eight bytes.
    public let high: UInt64

    /// The last eight bytes.
    public let low: UInt64

    /// An identifier by its halves, such as two random numbers. Zero, which the format forbids, becomes 1.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = high == 0 ? max(low, 1) : low
    }
}

extension TraceID: CustomStringConvertible {
    /// 32 lower case hexadecimal digits.
    public var description: String { String(hexadecimal: high, low) }
}
