/// Makes spans with closures: for each request that is sent, and optionally for the call.
///
/// `Tests/ServerInterop` has one for swift-distributed-tracing.
public struct CallTracer: Sendable {
    /// Begins the trace of a call, with or without spans to propagate; nil if it is not traced.
    let begin: @Sendable (APIRequest, _ propagates: Bool) -> (any CallTrace)?

    /// A tracer with a `Call` value for each call, such as the span that it is part of.
    ///
    /// - Parameters:
    ///   - begin: Called on the caller's task when a call begins; returns nil if it isn't traced.
    ///   - context: The span of the call, for its events; nil, the default, if spans have no such identifiers.
    ///   - propagated: The span that is sent by a client that makes no span for each request: by default that of the
    ///     call.
    ///   - send: Sends one request as a span, by calling its last argument once with the headers that identify the span
    ///     to the server, such as `traceparent`.
    public init<Call: Sendable>(
        begin: @escaping @Sendable (APIRequest) -> Call?,
        context: @escaping @Sendable (Call) -> TraceContext? = { _ in nil },
        propagated: (@Sendable (Call) -> TraceContext?)? = nil,
        send:
            @escaping @Sendable (
                SendReport, Call, (_ headers: HeaderFields) async throws -> APIResponse
            ) async throws -> APIResponse
    ) {
        let spans = Spans(context: context, propagated: propagated ?? context, send: send)
        self.begin = { request, propagates in begin(request).map { TracedCall(spans, $0, propagates: propagates) } }
    }
}

/// The implementation of a tracer by its closures.
private final class Spans<Call: Sendable>: Sendable {
    let context: @Sendable (Call) -> TraceContext?
    let propagated: @Sendable (Call) -> TraceContext?
    let send:
        @Sendable (
            SendReport, Call, (_ headers: HeaderFields) async throws -> APIResponse
        ) async throws -> APIResponse

    init(
        context: @escaping @Sendable (Call) -> TraceContext?, propagated: @escaping @Sendable (Call) -> TraceContext?,
        send:
            @escaping @Sendable (
                SendReport, Call, (_ headers: HeaderFields) async throws -> APIResponse
            ) async throws -> APIResponse
    ) {
        (self.context, self.propagated, self.send) = (context, propagated, send)
    }
}

/// A call that is traced.
private final class TracedCall<Call: Sendable>: CallTrace {
    private let spans: Spans<Call>
    private let call: Call
    private let propagates: Bool
    private let sent = Locked(0)

    init(_ spans: Spans<Call>, _ call: Call, propagates: Bool) {
        (self.spans, self.call, self.propagates) = (spans, call, propagates)
    }

    var context: TraceContext? { spans.context(call) }

    var contextToPropagate: TraceContext? { propagates ? spans.propagated(call) : nil }

    func another(propagates: Bool) -> any CallTrace { TracedCall(spans, call, propagates: propagates) }

    func send(
        _ report: SendReport, in context: CallContext,
        by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse {
        var report = report
        report.resendCount = sent.withLock { count in
            defer { count += 1 }
            return count
        }
        do {
            let response = try await spans.send(report, call) { headers in
                report.trace = headers[TraceContext.header].flatMap { TraceContext(traceparent: $0) }?
                    .inside(self.context)
                context.emit(.sending(report))
                return try await send(headers)
            }
            context.emit(.sent(report.ended(with: .success(response.http))))
            return response
        } catch {
            context.emit(.sent(report.ended(with: .failure(error))))
            throw error
        }
    }
}

/// The traced call for which the current task runs: the calls made by a refresh of its credential belong to its trace.
enum CurrentTrace {
    @TaskLocal static var call: (any CallTrace)?
}

extension CallContext {
    /// The trace of this call, or of the call for which it is made; nil if neither is traced.
    private var currentTrace: (any CallTrace)? { trace ?? CurrentTrace.call?.another(propagates: true) }

    /// Continues the trace of the call for which this one is made, if there is one.
    mutating func continueTrace() { trace = currentTrace }

    /// Sends a request as a span of the call's trace, which adds headers; unchanged if the call isn't traced.
    fileprivate func traced(
        _ report: @autoclosure () -> SendReport, by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let trace = currentTrace else { return try await send([:]) }
        return try await trace.send(report(), in: self, by: send)
    }

    /// A closure whose own calls belong to the trace of this one.
    func tracing<Value: Sendable>(
        _ closure: @escaping @Sendable () async throws -> Value
    ) -> @Sendable () async throws -> Value {
        guard let trace else { return closure }
        return { try await CurrentTrace.$call.withValue(trace) { try await closure() } }
    }
}

extension APIRequest {
    /// Gives a traced request a new span, for a client that makes no span for each request that it sends.
    mutating func startSpan() {
        guard let span = context.trace?.contextToPropagate else { return }
        urlRequest.setValue(span.traceparent, forHTTPHeaderField: TraceContext.header)
        if let state = span.tracestate { urlRequest.setValue(state, forHTTPHeaderField: TraceContext.stateHeader) }
    }

    /// Sends this request, whose URL may be relative, as a span of its call's trace, which adds a header; unchanged if
    /// the call isn't traced. For a client that answers by itself, and for a decorator whose own work should be a span.
    public func traced(
        redaction: Redaction = .standard, by send: (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        try await context.traced(
            SendReport(
                method: urlRequest.httpMethod ?? "GET", url: urlRequest.url, server: origin,
                endpoint: type(of: endpoint), redaction: redaction)
        ) { headers in
            var request = self
            for field in headers { request.urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
            return try await send(request)
        }
    }
}

extension ResolvedRequest {
    /// Sends this request as a span of its call's trace, which adds a header; unchanged if the call is not traced.
    ///
    /// A client of your own that calls this for each request, including redirects, traces them all.
    public func traced(
        in context: CallContext, redaction: Redaction = .standard,
        by send: (ResolvedRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        try await context.traced(
            SendReport(method: method, url: url, server: origin, endpoint: endpoint, redaction: redaction)
        ) { headers in
            var request = self
            request.headers = request.headers.merging(headers)
            return try await send(request)
        }
    }
}

extension TraceContext {
    /// The header of W3C Trace Context, §3.2.
    static let header = "traceparent"

    /// The header of §3.3.
    static let stateHeader = "tracestate"
}
