import EndpointClient
import Tracing

/// Makes a span for each request that is sent, and passes it to the server.
///
/// Attempts, redirects and requests that are sent again with another credential are spans of their own, and so are the
/// requests of a credential refresh. They are children of the span in which the call was made, such as that of the
/// request that the server is answering. Name, attributes and status follow OpenTelemetry's conventions for HTTP
/// clients. They contain no secrets: the URL is redacted, and headers, bodies and the texts of errors are left out.
private struct SpanTracer: Sendable {
    let tracer: any Tracer

    /// The span in which the call was made.
    func begin(_ request: APIRequest) -> ServiceContext? { ServiceContext.current ?? .topLevel }

    /// The `traceparent` and the `tracestate` of that span, if the tracer has them.
    func context(of call: ServiceContext) -> TraceContext? {
        var headers: HeaderFields = [:]
        tracer.inject(call, into: &headers, using: HeaderInjector())
        return headers["traceparent"].flatMap { TraceContext(traceparent: $0, tracestate: headers["tracestate"]) }
    }

    func send(
        _ report: SendReport, of call: ServiceContext,
        by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse {
        let name = [report.method, report.endpoint].compactMap { $0 }.joined(separator: " ")
        let span = tracer.startSpan(name, context: call, ofKind: .client)
        defer { span.end() }
        describe(report, in: span)
        var headers: HeaderFields = [:]
        tracer.inject(span.context, into: &headers, using: HeaderInjector())
        do {
            let response = try await ServiceContext.$current.withValue(span.context) { [headers] in
                try await send(headers)
            }
            finish(span, response.http.statusCode)
            return response
        } catch {
            let category = CallFailure(error).category
            span.attributes["error.type"] = category.rawValue
            span.setStatus(SpanStatus(code: .error, message: category.message))
            throw error
        }
    }

    private func describe(_ report: SendReport, in span: any Span) {
        span.attributes["http.request.method"] = report.method
        span.attributes["url.full"] = report.url
        span.attributes["server.address"] = report.serverAddress
        span.attributes["server.port"] = report.serverPort
        if report.resendCount > 0 { span.attributes["http.request.resend_count"] = report.resendCount }
    }

    private func finish(_ span: any Span, _ status: Int) {
        span.attributes["http.response.status_code"] = status
        guard status >= 400 else { return }
        span.attributes["error.type"] = "\(status)"
        span.setStatus(SpanStatus(code: .error))
    }
}

/// Writes the tracer's headers, such as `traceparent`.
private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout HeaderFields) {
        headers[key] = value
    }
}

extension APIClient {
    /// This client, which makes a span for each request that it sends: by default with the tracer that the program has
    /// set up. Put it outside retries and credentials.
    public func spanning(tracer: any Tracer = InstrumentationSystem.tracer) -> some APIClient {
        let spans = SpanTracer(tracer: tracer)
        return tracing(
            with: CallTracer(begin: spans.begin, context: spans.context) { try await spans.send($0, of: $1, by: $2) })
    }
}
