extension APIClient {
    /// Runs an operation in a task of its own, which the progress cancels, and hands its result to the completion.
    func call<Content: Sendable>(
        _ progress: Progress, on queue: DispatchQueue?,
        _ completion: @escaping @Sendable (Result<Content, any Error>) -> Void,
        _ operation: @escaping @Sendable () async throws -> Content
    ) {
        let task = Task {
            let result = await Result(catching: operation)
            guard let queue else { return completion(result) }
            queue.async { completion(result) }
        }
        progress.isCancellable = true  // On Linux it isn't by itself.
        progress.cancellationHandler = { task.cancel() }
    }
}
