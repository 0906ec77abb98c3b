import EndpointTesting

/// Performs exchanges on one client and records each result in the tally.
struct StressClient: Sendable {
    let client: EngineClient
    let tally: StressTally

    /// A URL on whose port no server listens.
    let closedPort: URL

    /// A file for each payload.
    let files: StressFiles

    /// Performs an exchange and returns when it has ended.
    func perform(_ exchange: StressExchange) async {
        tally.begin(exchange)
        if exchange.usesCompletion { await callWithCompletion(exchange) } else { await call(exchange) }
    }

    private func call(_ exchange: StressExchange) async {
        let task = Task { try await result(of: exchange) }
        if let delay = exchange.cancellation {
            if delay > 0.0001 { try? await Task.sleep(for: .seconds(delay)) }
            task.cancel()
        }
        _ = tally.end(exchange, await task.result)
    }

    private func callWithCompletion(_ exchange: StressExchange) async {
        await withCheckedContinuation { continuation in
            let progress = start(exchange) { result in
                if tally.end(exchange, result) { continuation.resume() }
            }
            guard let delay = exchange.cancellation else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { progress.cancel() }
        }
    }

    private func result(of exchange: StressExchange) async throws -> ReceivedAnswer {
        guard let upload = upload(exchange) else { return try await client.request(endpoint(exchange)) }
        return try await client.upload(upload, progress: .handler(tally.check))
    }

    private func start(
        _ exchange: StressExchange, _ completion: @escaping @Sendable (Result<ReceivedAnswer, any Error>) -> Void
    ) -> Progress {
        guard let upload = upload(exchange) else { return client.request(endpoint(exchange), completion: completion) }
        return client.upload(upload, completion: completion)
    }

    private func endpoint(_ exchange: StressExchange) -> StressEndpoint {
        StressEndpoint(exchange: exchange, elsewhere: exchange.behaviour == .refuse ? closedPort : nil)
    }

    private func upload(_ exchange: StressExchange) -> StressUploadEndpoint? {
        guard let (kind, payload) = exchange.body, kind != .request else { return nil }
        return StressUploadEndpoint(
            plain: endpoint(exchange), payload: payload, body: kind.uploadBody(payload, file: files[payload]))
    }
}

/// An exchange whose body, if it has one, is in its request. It accepts every answer; ``OutcomeClassifier`` checks it
/// later.
struct StressEndpoint: Endpoint {
    typealias Content = ReceivedAnswer

    let exchange: StressExchange

    /// A URL to use instead of the client's base URL and the path; nil for the base URL.
    let elsewhere: URL?

    func makeRequest() throws -> URLRequest {
        guard let payload = exchange.body?.payload else { return try .get(url) }
        return try .post(
            url, headers: [StressHeader.announced: String(payload.checksum)], body: .binary(payload.data))
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> ReceivedAnswer {
        ReceivedAnswer(response, body)
    }

    private var url: URL {
        get throws { try elsewhere ?? exchange.path.url() }
    }
}

/// An exchange whose body is an upload.
struct StressUploadEndpoint: UploadEndpoint {
    typealias Content = ReceivedAnswer

    let plain: StressEndpoint
    let payload: Payload
    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        let url = try plain.elsewhere ?? plain.exchange.path.url()
        return (try .post(url, headers: [StressHeader.announced: String(payload.checksum)]), body)
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> ReceivedAnswer {
        ReceivedAnswer(response, body)
    }
}

/// The status, the headers and the body of a received answer.
struct ReceivedAnswer: Sendable {
    let status: Int
    let number: String?
    let method: String?
    let arrived: String?
    let body: Data

    init(_ response: URLResponse?, _ body: Data) {
        let http = response as? HTTPURLResponse
        status = http?.statusCode ?? 0
        number = http?.value(forHTTPHeaderField: StressHeader.number)
        method = http?.value(forHTTPHeaderField: StressHeader.method)
        arrived = http?.value(forHTTPHeaderField: StressHeader.arrived)
        self.body = body
    }
}

/// The payloads as temporary files.
final class StressFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for payload in Payload.all { try payload.data.write(to: self[payload]) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    subscript(_ payload: Payload) -> URL {
        folder.appendingPathComponent("\(payload.index).bin")
    }
}
