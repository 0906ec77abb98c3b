/// Makes spans: of each request that is sent for a call, and perhaps of the call.
///
/// `Tests/ServerInterop` has one for swift-distributed-tracing.
public protocol CallTracer: Sendable {
    /// What is kept of a call, such as the span that it is a part of.
    associatedtype Call: Sendable

    /// A call begins; nil if it is not traced. It is called on the caller's task.
    func begin(_ request: APIRequest) -> Call?

    /// The span of the call, for its events; nil, the default, where spans have no such identifiers.
    func context(of call: Call) -> TraceContext?

    /// The span that is sent along by a client that makes no span of each request: by default that of the call.
    func contextToPropagate(of call: Call) -> TraceContext?

    /// Sends one request as a span, by calling `send` once with the headers that tell the server of it, such as `traceparent`.
    func send(
        _ report: SendReport, of call: Call, by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse
}

extension CallTracer {
    public func context(of call: Call) -> TraceContext? { nil }

    public func contextToPropagate(of call: Call) -> TraceContext? { context(of: call) }
}

/// A call that is traced.
final class TracedCall<Tracer: CallTracer>: TracedCalling {
    private let tracer: Tracer
    private let call: Tracer.Call
    private let sent = Locked(0)

    init(_ tracer: Tracer, _ call: Tracer.Call) {
        (self.tracer, self.call) = (tracer, call)
    }

    var context: TraceContext? { tracer.context(of: call) }

    var contextToPropagate: TraceContext? { tracer.contextToPropagate(of: call) }

    func another() -> any TracedCalling { TracedCall(tracer, call) }

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
            let response = try await tracer.send(report, of: call) { headers in
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

/// A call that is traced, whatever its tracer.
protocol TracedCalling: CallTrace {
    /// The trace of another call that is made for this one.
    func another() -> any TracedCalling

    func send(
        _ report: SendReport, in context: CallContext,
        by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse
}

/// The traced call for which the current task works: calls that a refresh of its credential makes belong to its trace.
enum CurrentTrace {
    @TaskLocal static var call: (any TracedCalling)?
}

extension CallContext {
    var tracedCall: (any TracedCalling)? { trace.flatMap { $0 as? any TracedCalling } }

    /// This call, or a part of the traced call that it is made for; nil if neither is traced.
    var callToTrace: (any TracedCalling)? { tracedCall ?? CurrentTrace.call?.another() }

    /// Continues the trace of the call that this one is made for, if there is one.
    mutating func continueTrace() {
        if trace == nil { trace = callToTrace }
    }

    /// A closure whose own calls belong to the trace of this one.
    func tracing<Value: Sendable>(
        _ closure: @escaping @Sendable () async throws -> Value
    ) -> @Sendable () async throws -> Value {
        guard let tracedCall else { return closure }
        return { try await CurrentTrace.$call.withValue(tracedCall) { try await closure() } }
    }
}

extension APIRequest {
    /// Gives a traced request a new span, for a client that makes no span of each request that it sends.
    mutating func startSpan() {
        guard let span = context.trace?.contextToPropagate else { return }
        urlRequest.setValue(span.traceparent, forHTTPHeaderField: TraceContext.header)
    }

    /// Sends this request, whose URL may be relative, as a span of its trace; as it is if it is not traced.
    package func traced(
        redaction: Redaction, by send: (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let call = context.callToTrace else { return try await send(self) }
        var report = SendReport(
            method: urlRequest.httpMethod ?? "GET", url: urlRequest.url, server: origin, redaction: redaction)
        report.endpoint = "\(type(of: endpoint))"
        return try await call.send(report, in: context) { headers in
            var request = self
            for field in headers { request.urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
            return try await send(request)
        }
    }
}

extension ResolvedRequest {
    /// Sends this request as a span of its call's trace, which adds a header; as it is if the call is not traced.
    ///
    /// A client of one's own that calls this for each request, redirects included, traces them all.
    public func traced(
        in context: CallContext, redaction: Redaction = .standard,
        by send: (ResolvedRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let call = context.callToTrace else { return try await send(self) }
        var report = SendReport(method: method, url: url, server: origin, redaction: redaction)
        report.endpoint = endpoint.map { "\($0)" }
        return try await call.send(report, in: context) { headers in
            var request = self
            request.headers = request.headers.merging(headers)
            return try await send(request)
        }
    }
}

extension TraceContext {
    /// The header of W3C Trace Context, §3.2.
    static let header = "traceparent"
}
