/// A client that sends the trace of each request to the server (W3C Trace Context).
///
/// Each call gets a `traceparent`: a span of the trace that the app is in, or a new trace. Put it outside `retrying()`, which makes
/// every further attempt a span of its own. A request that has the header keeps it.
public struct TracingClient: ClientDecorator, DeadlineEnforcing {
    /// The client that sends the request.
    public let upstream: any APIClient

    let parent: @Sendable () -> String?
    let random: @Sendable () -> UInt64

    public var order: LayerOrder? { .tracing }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        guard request.urlRequest.value(forHTTPHeaderField: URLRequest.traceparent) == nil else {
            return try await upstream.send(request)
        }
        var request = request
        request.urlRequest.setValue(span().traceparent, forHTTPHeaderField: URLRequest.traceparent)
        return try await upstream.send(request)
    }

    /// Draws from a generator of its own with a random seed.
    static func generator() -> @Sendable () -> UInt64 {
        let generator = Locked(SplitMix64(seed: .random(in: .min ... .max)))
        return { generator.withLock { $0.next() } }
    }

    private func span() -> TraceContext {
        if let parent = parent().flatMap({ TraceContext(traceparent: $0) }) { return parent.child(random: random()) }
        return TraceContext(trace: TraceID(high: random(), low: random()), span: random())
    }
}

extension APIClient {
    /// This client, which sends a `traceparent` with every request: a span of the trace that the app is in, or of a new trace.
    ///
    /// `parent` returns the `traceparent` of the app's trace; a new trace begins where it is nil or malformed.
    ///
    /// `random` draws from all 64-bit numbers, by default from a generator with a random seed.
    public func tracing(
        parent: @escaping @Sendable () -> String? = { nil },
        random: (@Sendable () -> UInt64)? = nil
    ) -> TracingClient {
        TracingClient(upstream: self, parent: parent, random: random ?? TracingClient.generator())
    }
}

extension URLRequest {
    /// The header of W3C Trace Context, §3.2.
    static let traceparent = "traceparent"

    /// Gives a traced request a new span of the same trace. `random` draws evenly from 0..<1.
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
