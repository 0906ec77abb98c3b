// The verbs with a completion handler, for callers without a task. Each calls it once and returns a `Progress` that
// cancels the call; the closure then gets `URLError.cancelled`, as it does from `URLSession`.

extension APIClient {
    /// Executes an endpoint and calls the completion, on the given queue or on the thread on which the call ends.
    @discardableResult
    public func request<E: Endpoint>(
        _ endpoint: E, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        start(endpoint) { result in queue.run { completion(result) } }
    }

    /// Executes an endpoint and calls the completion on the main actor:
    /// `client.request(endpoint, on: MainActor.shared) { … }`.
    @discardableResult
    public func request<E: Endpoint>(
        _ endpoint: E, on actor: MainActor, completion: @escaping @MainActor (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        start(endpoint) { result in await completion(result) }
    }

    /// Executes an endpoint that sends a file, a stream or much data, and calls the completion, on the given queue or
    /// on the thread on which the call ends.
    ///
    /// The `Progress` counts the bytes sent. It is indeterminate while the length is unknown.
    @discardableResult
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        startUpload(endpoint) { result in queue.run { completion(result) } }
    }

    /// Executes an endpoint that sends a file, a stream or much data, and calls the completion on the main actor. The
    /// `Progress` counts the bytes sent.
    @discardableResult
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, on actor: MainActor, completion: @escaping @MainActor (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        startUpload(endpoint) { result in await completion(result) }
    }

    /// A trailing closure here would be taken as the completion.
    @available(*, unavailable, message: "Write progress: .handler { … }. A trailing closure is the completion.")
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> E.Content {
        try await upload(endpoint, progress: .handler(progress))
    }
}

extension APIClient {
    private func start<E: Endpoint>(
        _ endpoint: E, _ complete: @escaping @Sendable (Result<E.Content, any Error>) async -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        progress.run(complete) {
            let content = try await request(endpoint)
            progress.completedUnitCount = 1
            return content
        }
        return progress
    }

    private func startUpload<E: UploadEndpoint>(
        _ endpoint: E, _ complete: @escaping @Sendable (Result<E.Content, any Error>) async -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: -1)
        progress.run(complete) {
            let content = try await upload(endpoint, progress: .progress(progress))
            progress.finish()
            return content
        }
        return progress
    }
}

extension Progress {
    /// Runs an operation in a new task, which this progress can cancel, and completes it with its result.
    fileprivate func run<Content: Sendable>(
        _ complete: @escaping @Sendable (Result<Content, any Error>) async -> Void,
        _ operation: @escaping @Sendable () async throws -> Content
    ) {
        let task = Task {
            let result = await Result(catching: operation)
            await complete(
                result.mapError { error in
                    error is CancellationError ? URLError(.cancelled, description: "The call was cancelled.") : error
                })
        }
        isCancellable = true  // On Linux the default is false.
        cancellationHandler = { task.cancel() }
    }

    /// Reports that everything has been sent, even for an empty body.
    fileprivate func finish() {
        totalUnitCount = max(totalUnitCount, completedUnitCount, 1)
        completedUnitCount = totalUnitCount
    }
}

extension DispatchQueue? {
    /// Runs a block on the queue, or immediately if there is none.
    fileprivate func run(_ block: @escaping @Sendable () -> Void) {
        if let self { self.async(execute: block) } else { block() }
    }
}
