/// A span of a distributed trace: the contents of the `traceparent` header (W3C Trace Context, §3.2), and the span's
/// parent.
///
/// A call is a span, and each request that is sent for it is a child of that. The `tracestate` is passed on unchanged
/// (§3.3).
public struct TraceContext: Hashable, Sendable {
    /// The trace, in 16 bytes.
    let trace: TraceID

    /// The span. Never zero.
    let span: UInt64

    /// The parent of this span; nil for the first span of a trace, and if it is unknown.
    let parent: UInt64?

    /// Whether the caller records this trace (§3.2.2.5.1).
    public let isSampled: Bool

    /// Whether the trace's identifier was drawn at random (Level 2, §3.2.2.5.2).
    let isRandom: Bool

    /// The value of the `tracestate` header, which belongs to the trace (§3.3); nil if there is none.
    public let tracestate: String?

    /// A context from its parts. A span of zero, which the format forbids, becomes 1.
    package init(
        trace: TraceID, span: UInt64, parent: UInt64? = nil, isSampled: Bool = true, isRandom: Bool = true,
        tracestate: String? = nil
    ) {
        self.tracestate = tracestate
        self.trace = trace
        self.span = max(span, 1)
        self.parent = parent
        self.isSampled = isSampled
        self.isRandom = isRandom
    }

    /// A child of this span, whose identifier is `random`.
    package func child(random: UInt64) -> TraceContext {
        TraceContext(
            trace: trace, span: random, parent: span, isSampled: isSampled, isRandom: isRandom, tracestate: tracestate)
    }

    /// This span as a child of another one.
    package func inside(_ parent: TraceContext?) -> TraceContext {
        guard let parent else { return self }
        return TraceContext(
            trace: trace, span: span, parent: parent.span, isSampled: isSampled, isRandom: isRandom,
            tracestate: tracestate)
    }
}

extension TraceContext: CustomStringConvertible {
    /// The trace in 32 hexadecimal digits: `trace_id` in OpenTelemetry.
    public var traceID: String { Self.text(16) { $0.put(trace.high) } + Self.text(16) { $0.put(trace.low) } }

    /// The span in 16 hexadecimal digits: `span_id` in OpenTelemetry.
    public var spanID: String { Self.text(16) { $0.put(span) } }

    /// The parent of the span in 16 hexadecimal digits; nil for the first span of a trace, and if it is unknown.
    public var parentSpanID: String? { parent.map { parent in Self.text(16) { $0.put(parent) } } }

    /// The `traceparent`.
    public var description: String { traceparent }

    /// The value of the `traceparent` header: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
    public var traceparent: String {
        Self.text(55) { writer in
            writer.put(0, digits: 2)
            writer.put(byte: UInt8(ascii: "-"))
            writer.put(trace.high)
            writer.put(trace.low)
            writer.put(byte: UInt8(ascii: "-"))
            writer.put(span)
            writer.put(byte: UInt8(ascii: "-"))
            writer.put(flags, digits: 2)
        }
    }

    private static func text(_ digits: Int, _ write: (inout HexadecimalWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: digits) { bytes in
            var writer = HexadecimalWriter(bytes)
            write(&writer)
            return writer.count
        }
    }

    private var flags: UInt64 { (isSampled ? 1 : 0) | (isRandom ? 2 : 0) }

    /// Reads a `traceparent` header; nil if it is malformed, so that a new trace begins (§3.2.2 and §4.3).
    ///
    /// For an unknown version the known parts are read. Undefined flags are dropped. A malformed `tracestate` is
    /// ignored, and so is every one beside a malformed `traceparent` (§3.3.1.1 and §4.3).
    public init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8)
        let parts = bytes.pieces(of: 0..<bytes.count, by: UInt8(ascii: "-"))
        guard parts.count >= 4, let version = bytes.number(hexadecimal: parts[0], digits: 2), version != 0xFF,
            version > 0 || parts.count == 4
        else { return nil }
        self.init(
            bytes, trace: parts[1], span: parts[2], flags: parts[3],
            tracestate: tracestate.flatMap { Self.isTracestate($0) ? $0 : nil })
    }

    private init?(
        _ bytes: [UInt8], trace: Range<Int>, span: Range<Int>, flags: Range<Int>, tracestate: String?
    ) {
        let middle = min(trace.lowerBound + 16, trace.upperBound)
        guard let high = bytes.number(hexadecimal: trace.lowerBound..<middle),
            let low = bytes.number(hexadecimal: middle..<trace.upperBound), high != 0 || low != 0,
            let span = bytes.number(hexadecimal: span), span != 0,
            let flags = bytes.number(hexadecimal: flags, digits: 2)
        else { return nil }
        self.init(
            trace: TraceID(high: high, low: low), span: span, isSampled: flags & 1 != 0, isRandom: flags & 2 != 0,
            tracestate: tracestate)
    }

    /// Whether a text is a list of 1 to 32 members, `key=value`, beside empty ones (§3.3.1).
    private static func isTracestate(_ text: String) -> Bool {
        let members = text.split(separator: ",").map { $0.trimmingCharacters(in: [" ", "\t"]) }.filter { !$0.isEmpty }
        return (1...32).contains(members.count) && members.allSatisfy { isMember(Array($0.utf8)) }
    }

    private static func isMember(_ member: [UInt8]) -> Bool {
        let parts = member.pieces(of: 0..<member.count, by: UInt8(ascii: "="))
        return parts.count == 2 && parts.allSatisfy { (1...256).contains($0.count) }
            && member[parts[0]].allSatisfy(isKeyByte) && member[parts[1]].allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_-*/@".utf8.contains(byte)
        }
    }
}

/// The identifier of a trace: 16 bytes, never all zero (W3C Trace Context, §3.2.2.3).
package struct TraceID: Hashable, Sendable {
    /// The first eight bytes.
    let high: UInt64

    /// The last eight bytes.
    let low: UInt64

    /// An identifier from its halves, such as two random numbers. Zero, which the format forbids, becomes 1.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = high == 0 ? max(low, 1) : low
    }
}
