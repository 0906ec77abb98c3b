import EndpointClient

/// Tells what each call asks and what comes back, and how far an upload is.
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
        let (reports, reporter) = AsyncStream.makeStream(of: UploadProgress.self)
        var request = request
        request.progress = { [told = request.progress] in
            told?($0)
            reporter.yield($0)
        }
        async let shown: Void = console.show(reports)
        let response = try await upstream.send(request)
        reporter.finish()
        await shown
        return response
    }
}
