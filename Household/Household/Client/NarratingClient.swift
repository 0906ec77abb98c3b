import EndpointClient

/// Tells what each call asks and what comes back, and how far an upload is.
struct NarratingClient: APIClient {
    private let base: any APIClient
    private let console: Console

    init(_ base: any APIClient, on console: Console) {
        self.base = base
        self.console = console
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        console.field("endpoint", "\(type(of: request.endpoint))")
        console.field("request", request.line)
        let response = try await request.body == nil ? base.send(request) : upload(request)
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
        let response = try await base.send(request)
        reporter.finish()
        await shown
        return response
    }
}

extension NarratingClient: CustomStringConvertible {
    var description: String { "Narrating › \(base)" }
}
