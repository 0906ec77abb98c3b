import EndpointTesting

@testable import EndpointClient

/// Sends a request once more if its response is late, and returns the first response. The other request is cancelled.
struct HedgingClient: ClientDecorator {
    let upstream: any APIClient
    let wait: Duration
    let time: TimeSource

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await withThrowingTaskGroup(of: Result<APIResponse, any Error>.self) { group in
            defer { group.cancelAll() }
            group.addTask { await Result { try await upstream.send(request) } }
            group.addTask {
                try await time.sleep(for: wait)
                return await Result { try await upstream.send(request) }
            }
            var failure: any Error = CancellationError()
            for try await result in group {
                do { return try result.get() } catch { failure = error }
            }
            throw failure
        }
    }
}

extension APIClient {
    func hedging(after wait: Duration, time: TimeSource) -> HedgingClient {
        HedgingClient(upstream: self, wait: wait, time: time)
    }
}
