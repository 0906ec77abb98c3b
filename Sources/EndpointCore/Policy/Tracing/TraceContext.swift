/// The place of a request in a distributed trace: what the `traceparent` header says (W3C Trace Context, §3.2).
///
/// Every attempt is a span of its own: ``child(random:)``. A `tracestate` header belongs to others and is not touched.
public struct TraceContext: Hashable, Sendable {
    /// The trace, in 16 bytes.
    public let trace: TraceID

    /// The span that asks: in the server's view the parent. Never zero.
    public let span: UInt64

    /// Whether the caller records this trace (§3.2.2.5.1).
    public let isSampled: Bool

    /// Whether the trace's identifier was drawn at random (Level 2, §3.2.2.5.2).
    public let isRandom: Bool

    /// A context by its parts. A span of zero, which the format forbids, becomes 1.
    public init(trace: TraceID, span: UInt64, isSampled: Bool = true, isRandom: Bool = true) {
        self.trace = trace
        self.span = max(span, 1)
        self.isSampled = isSampled
        self.isRandom = isRandom
    }

    /// The same trace with a new span, whose identifier is `random`.
    public func child(random: UInt64) -> TraceContext {
        TraceContext(trace: trace, span: random, isSampled: isSampled, isRandom: isRandom)
    }
}
