import EndpointClient

/// A client that prints the request and the response of each call, and the progress of an upload.
struct VerboseClient: ClientDecorator {
    let upstream: any APIClient
    private let console: Console

    init(_ upstream: any APIClient, on console: Console) {
        self.upstream = upstream
        self.console = console
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        console.field("endpoint", "\(type(of: request.endpoint))")
        console.field("request", request.line)
        let response = try await request.body == nil ? upstream.send(request) : upload(request)
        console.field("answer", response.line)
        return response
    }

    private func upload(_ request: APIRequest) async throws -> APIResponse {
        let (reports, reporter) = AsyncStream.makeStream(of: TransferProgress.self)
        var request = request
        request.progress = { [outer = request.progress] in
            outer?($0)
            reporter.yield($0)
        }
        async let shown: Void = console.show(reports)
        let response = try await upstream.send(request)
        reporter.finish()
        await shown
        return response
    }
}

extension APIClient {
    /// This client, which prints its calls.
    func verbose(on console: Console) -> VerboseClient {
        VerboseClient(self, on: console)
    }
}

extension APIRequest {
    /// `GET books?limit=2`
    fileprivate var line: String {
        let shown = Redaction.standard.request(urlRequest)
        return "\(shown.httpMethod ?? "GET") \(shown.url?.relativeString ?? "")"
    }
}

extension APIResponse {
    /// `200 OK, 312 bytes of application/json`, or `200 OK, a stream of image/png`
    fileprivate var line: String {
        let type = http.value(forHTTPHeaderField: "Content-Type").map { " of \($0)" } ?? ""
        if case .stream = body { return "\(statusLine), a stream\(type)" }
        return data.isEmpty ? statusLine : "\(statusLine), \(data.count.inBytes)\(type)"
    }
}
