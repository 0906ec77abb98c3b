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
