/// A client that traces its calls (W3C Trace Context): each request that is sent for a call has a `traceparent` with a
/// span of its own.
struct TracingClient: ClientDecorator {
    /// The client that sends the request.
    let upstream: any APIClient

    let tracer: CallTracer

    var order: LayerOrder? { .tracing }

    var traits: ClientTraits {
        var traits = inheritedTraits(waits: false)
        traits.trace = { traced($0) }
        return traits
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await upstream.send(traced(request))
    }

    /// The request of a call whose trace starts now, unless it has started already.
    func traced(_ request: APIRequest) -> APIRequest {
        guard request.context.trace == nil else { return request }
        var request = request
        request.context.trace = CurrentTrace.call?.another() ?? tracer.begin(request)
        request.startSpan()
        return request
    }
}

extension APIClient {
    /// Wraps this client to send a `traceparent` with every request: a span of the app's current trace, or of a new
    /// one.
    ///
    /// The span of the call is a child of the app's, or the first of a new trace. Attempts, redirects, requests that
    /// are sent again with another credential, and the requests of a refresh are its children. Put it outside all of
    /// them. A request that has a `traceparent` continues that trace; a malformed one is sent as it is, and the call is
    /// not traced.
    ///
    /// Events have the spans in `CallEvent.trace`, and each request is two of them: `CallStep.sending(_:)` and
    /// `CallStep.sent(_:)`.
    ///
    /// `parent` returns the `traceparent` of the app's span; a new trace starts if it is nil or malformed.
    ///
    /// `time` provides the random identifiers.
    public func tracing(
        parent: @escaping @Sendable () -> String? = { nil },
        time: TimeSource = .system
    ) -> some ClientDecorator {
        tracing(with: CallTracer(parent: parent, random: time.random))
    }

    /// Wraps this client to make its requests spans of a tracer, such as one of OpenTelemetry.
    public func tracing(with tracer: CallTracer) -> some ClientDecorator {
        TracingClient(upstream: self, tracer: tracer)
    }
}

extension CallTracer {
    /// Generates the identifiers of spans, but doesn't record them.
    fileprivate init(parent: @escaping @Sendable () -> String?, random: @escaping @Sendable () -> UInt64) {
        self.init { (request: APIRequest) -> TraceContext? in
            if let own = request.urlRequest.value(forHTTPHeaderField: TraceContext.header) {
                return TraceContext(traceparent: own)?.child(random: random())
            }
            if let parent = parent().flatMap({ TraceContext(traceparent: $0) }) {
                return parent.child(random: random())
            }
            return TraceContext(trace: TraceID(high: random(), low: random()), span: random())
        } context: {
            $0
        } propagated: {
            $0.child(random: random())
        } send: { _, call, send in
            try await send([TraceContext.header: call.child(random: random()).traceparent])
        }
    }
}
