import EndpointTesting

/// Performs exchanges on one client and hands each result to the tally.
struct StressCaller: Sendable {
    let client: URLSessionClient
    let tally: StressTally

    /// Where nobody listens.
    let nowhere: URL

    /// For each payload a file with its bytes.
    let files: StressFiles

    /// Returns when the exchange has ended, one way or another.
    func perform(_ exchange: StressExchange) async {
        tally.begin(exchange)
        if exchange.callsBack { await callBack(exchange) } else { await call(exchange) }
    }

    private func call(_ exchange: StressExchange) async {
        let task = Task { try await result(of: exchange) }
        if let delay = exchange.cancellation {
            if delay > 0.0001 { try? await Task.sleep(for: .seconds(delay)) }
            task.cancel()
        }
        _ = tally.end(exchange, await task.result)
    }

    private func callBack(_ exchange: StressExchange) async {
        await withCheckedContinuation { continuation in
            let progress = start(exchange) { result in
                if tally.end(exchange, result) { continuation.resume() }
            }
            guard let delay = exchange.cancellation else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { progress.cancel() }
        }
    }

    private func result(of exchange: StressExchange) async throws -> Arrival {
        guard let upload = upload(exchange) else { return try await client.request(endpoint(exchange)) }
        return try await client.upload(upload, progress: tally.check)
    }

    private func start(
        _ exchange: StressExchange, _ completion: @escaping @Sendable (Result<Arrival, any Error>) -> Void
    ) -> Progress {
        guard let upload = upload(exchange) else { return client.request(endpoint(exchange), completion: completion) }
        return client.upload(upload, completion: completion)
    }

    private func endpoint(_ exchange: StressExchange) -> StressEndpoint {
        StressEndpoint(exchange: exchange, elsewhere: exchange.behaviour == .refuse ? nowhere : nil)
    }

    private func upload(_ exchange: StressExchange) -> StressUploadEndpoint? {
        guard let (kind, payload) = exchange.body, kind != .request else { return nil }
        return StressUploadEndpoint(
            plain: endpoint(exchange), payload: payload, body: kind.uploadBody(payload, file: files[payload]))
    }
}

/// An exchange whose body, if it has one, is in its request. Every answer is a good one: it is judged later.
struct StressEndpoint: Endpoint {
    typealias Content = Arrival

    let exchange: StressExchange

    /// Where the request goes instead of the client's own server.
    let elsewhere: URL?

    func makeRequest() throws -> URLRequest {
        guard let payload = exchange.body?.payload else { return .get(try url) }
        return try .post(
            url, headers: [StressField.announced: String(payload.checksum)], body: .binary(payload.data))
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> Arrival {
        Arrival(response, body)
    }

    private var url: URL {
        get throws { try elsewhere ?? exchange.path.url() }
    }
}

/// An exchange whose body is kept apart from its request.
struct StressUploadEndpoint: UploadEndpoint {
    typealias Content = Arrival

    let plain: StressEndpoint
    let payload: Payload
    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        let url = try plain.elsewhere ?? plain.exchange.path.url()
        return (try .post(url, headers: [StressField.announced: String(payload.checksum)]), body)
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> Arrival {
        Arrival(response, body)
    }
}

/// An answer as it came: what it says of itself, and its bytes.
struct Arrival: Sendable {
    let status: Int
    let number: String?
    let method: String?
    let arrived: String?
    let body: Data

    init(_ response: URLResponse?, _ body: Data) {
        let http = response as? HTTPURLResponse
        status = http?.statusCode ?? 0
        number = http?.value(forHTTPHeaderField: StressField.number)
        method = http?.value(forHTTPHeaderField: StressField.method)
        arrived = http?.value(forHTTPHeaderField: StressField.arrived)
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
