import EndpointClient
import Tracing

/// A client that makes a span of each exchange and sends its context to the server.
///
/// The span is a child of the task's current one, such as that of the request that the server is answering. Name, attributes and status
/// follow OpenTelemetry's conventions for HTTP clients. They hold no secrets: the URL is redacted, and headers, bodies and the texts of
/// unknown errors are left out.
///
/// Put it around the client itself, so that each attempt is a span of its own: `client.spanning().standard`.
public struct SpanningClient: ClientDecorator, DeadlineEnforcing {
    public let upstream: any APIClient

    let tracer: any Tracer

    public var order: LayerOrder? { .inside(.attemptDeadline) }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let (method, origin) = (request.urlRequest.httpMethod ?? "GET", origin(of: request))
        let span = tracer.startSpan("\(method) \(type(of: request.endpoint))", ofKind: .client)
        defer { span.end() }
        span.attributes["http.request.method"] = method
        span.attributes["server.address"] = origin?.host
        span.attributes["server.port"] = origin?.port
        var request = request
        tracer.inject(span.context, into: &request.urlRequest, using: HeaderInjector())
        do {
            let response = try await ServiceContext.$current.withValue(span.context) { [request] in
                try await upstream.send(request)
            }
            finish(span, response)
            return response
        } catch {
            finish(span, error)
            throw error
        }
    }

    /// The origin that the request goes to: its own, or that of the base URL at the bottom of the stack.
    private func origin(of request: APIRequest) -> Origin? {
        if let url = request.urlRequest.url, url.scheme != nil { return Origin(url) }
        var layer = upstream
        while let decorator = layer as? any ClientDecorator { layer = decorator.upstream }
        return (layer as? any BaseURLClient)?.baseOrigin
    }

    private func finish(_ span: any Span, _ response: APIResponse) {
        let status = response.http.statusCode
        span.attributes["http.response.status_code"] = status
        span.attributes["url.full"] = response.http.url.map { redaction.urlText($0.absoluteString) }
        guard status >= 400 else { return }
        span.attributes["error.type"] = "\(status)"
        span.setStatus(SpanStatus(code: .error))
    }

    private func finish(_ span: any Span, _ error: any Error) {
        let url = (error as? URLError)?.failingURL
        span.attributes["url.full"] = url.map { redaction.urlText($0.absoluteString) }
        span.attributes["error.type"] = error.category.rawValue
        span.setStatus(SpanStatus(code: .error, message: error.category.message))
    }
}

/// Writes what a tracer sends along, such as `traceparent`, into the headers of a request.
private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into request: inout URLRequest) {
        request.setValue(value, forHTTPHeaderField: key)
    }
}

extension APIClient {
    /// This client, which makes a span of each exchange: by default with the tracer that the program has set up.
    public func spanning(tracer: any Tracer = InstrumentationSystem.tracer) -> SpanningClient {
        SpanningClient(upstream: self, tracer: tracer)
    }
}
