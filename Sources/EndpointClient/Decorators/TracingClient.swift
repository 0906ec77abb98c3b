/// A client that traces its calls (W3C Trace Context): each request that is sent for a call has a `traceparent` with a
/// span of its own.
struct TracingClient: ClientDecorator {
    /// The client that sends the request.
    let upstream: any APIClient

    let tracer: CallTracer

    /// Whether the client makes the spans of its requests itself, so that the requests have no header before.
    private let tracesRequests: Bool

    init(upstream: any APIClient, tracer: CallTracer) {
        (self.upstream, self.tracer, tracesRequests) = (upstream, tracer, upstream.traits.tracesRequests)
    }

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
        request.context.trace =
            CurrentTrace.call?.another(propagates: !tracesRequests)
            ?? tracer.begin(request, !tracesRequests)
        // One of another trace; the own one is set again.
        if request.context.trace != nil, request.urlRequest.value(forHTTPHeaderField: TraceContext.stateHeader) != nil {
            request.urlRequest.setValue(nil, forHTTPHeaderField: TraceContext.stateHeader)
        }
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
    /// them. A request that has a `traceparent` continues that trace.
    ///
    /// Events have the spans in `CallEvent.trace`, and each request is two of them: `CallStep.sending(_:)` and
    /// `CallStep.sent(_:)`.
    ///
    /// `parent` returns the `traceparent` of the app's span, and `state` its `tracestate`, which is sent unchanged with
    /// each request. If the `traceparent` is nil or malformed, a new trace starts, without a `tracestate` (W3C Trace
    /// Context, §4.3); so it does for a request with a malformed one of its own. A malformed `tracestate` isn't sent.
    /// `state` is called only if there is a `traceparent`.
    ///
    /// `time` provides the random identifiers.
    public func tracing(
        parent: @escaping @Sendable () -> String? = { nil },
        state: @escaping @Sendable () -> String? = { nil },
        time: TimeSource = .system
    ) -> some ClientDecorator {
        tracing(with: CallTracer(parent: parent, state: state, random: time.random))
    }

    /// Wraps this client to make its requests spans of a tracer, such as one of OpenTelemetry.
    public func tracing(with tracer: CallTracer) -> some ClientDecorator {
        TracingClient(upstream: self, tracer: tracer)
    }
}

extension CallTracer {
    /// Generates the identifiers of spans, but doesn't record them.
    fileprivate init(
        parent: @escaping @Sendable () -> String?, state: @escaping @Sendable () -> String?,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.init { (request: APIRequest) -> TraceContext? in
            let app = request.ownTrace ?? parent().map { TraceContext(traceparent: $0, tracestate: state()) }
            if let app = app ?? nil { return app.child(random: random()) }
            return TraceContext(trace: TraceID(high: random(), low: random()), span: random())
        } context: {
            $0
        } propagated: {
            $0.child(random: random())
        } send: { _, call, send in
            var headers: HeaderFields = [TraceContext.header: call.child(random: random()).traceparent]
            if let state = call.tracestate { headers[TraceContext.stateHeader] = state }
            return try await send(headers)
        }
    }
}

extension APIRequest {
    /// The trace that the headers of the request continue: nil without a `traceparent`, and the inner nil for a
    /// malformed one.
    fileprivate var ownTrace: TraceContext?? {
        guard let parent = urlRequest.value(forHTTPHeaderField: TraceContext.header) else { return nil }
        let state = urlRequest.value(forHTTPHeaderField: TraceContext.stateHeader)
        return .some(TraceContext(traceparent: parent, tracestate: state))
    }
}
