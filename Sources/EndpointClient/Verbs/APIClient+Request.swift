extension APIClient {
    /// Executes an endpoint: makes its request, sends it, validates the answer and reads it, in the caller's task.
    ///
    /// - Throws: what the endpoint throws (`HTTPError`, `ContentError`, `RequestError` or an error of its own), and what
    ///   ``send(_:)`` throws.
    public func request<E: Endpoint>(_ endpoint: E) async throws -> E.Content {
        let request = try endpoint.makeAPIRequest()
        return try endpoint.read(try await send(request), to: request)
    }

    /// Executes an endpoint and calls back, once, on the given queue or on whatever thread the call ends.
    ///
    /// With `.main`, what belongs to the main actor is reached within `MainActor.assumeIsolated { … }`.
    ///
    /// - Returns: a `Progress` that cancels the call; the completion then gets a `CancellationError`.
    @discardableResult
    public func request<E: Endpoint>(
        _ endpoint: E, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        call(progress, on: queue, completion) {
            let content = try await request(endpoint)
            progress.completedUnitCount = 1
            return content
        }
        return progress
    }
}
