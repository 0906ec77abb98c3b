extension TraceContext {
    /// The value of the `traceparent` header: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
    public var traceparent: String {
        String(unsafeUninitializedCapacity: 55) { bytes in
            var writer = HexadecimalWriter(bytes)
            writer.write(UInt8(0))
            writer.write(byte: UInt8(ascii: "-"))
            writer.write(trace.high)
            writer.write(trace.low)
            writer.write(byte: UInt8(ascii: "-"))
            writer.write(span)
            writer.write(byte: UInt8(ascii: "-"))
            writer.write(flags)
            return writer.count
        }
    }

    private var flags: UInt8 { (isSampled ? 1 : 0) | (isRandom ? 2 : 0) }

    /// Reads a `traceparent` header; nil if it is malformed, so that a new trace begins (§3.2.2 and §4.3).
    ///
    /// A version that is not known yet is read as far as it is known. Flags without a meaning are dropped.
    public init?(traceparent: String) {
        let parts = traceparent.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
            .map { Substring($0).utf8 }
        guard parts.count >= 4, let version = UInt8(hexadecimal: parts[0]), version != 0xFF,
            version > 0 || parts.count == 4
        else { return nil }
        self.init(trace: parts[1], span: parts[2], flags: parts[3])
    }

    private init?(trace: Substring.UTF8View, span: Substring.UTF8View, flags: Substring.UTF8View) {
        guard let high = UInt64(hexadecimal: Substring(trace.prefix(16)).utf8),
            let low = UInt64(hexadecimal: Substring(trace.dropFirst(16)).utf8), (high, low) != (0, 0),
            let span = UInt64(hexadecimal: span), span != 0, let flags = UInt8(hexadecimal: flags)
        else { return nil }
        self.init(
            trace: TraceID(high: high, low: low), span: span, isSampled: flags & 1 != 0, isRandom: flags & 2 != 0)
    }
}
