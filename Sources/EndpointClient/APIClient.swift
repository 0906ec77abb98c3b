/// The one effect: whatever carries a request to a server and brings its answer back.
///
/// `URLSessionClient` is the real one. A mock, a recorder and a replayer are others; logging, retry and the rest wrap one client in
/// another. Everything a caller uses, such as ``request(_:)``, is an extension that is pure but for one call of ``send(_:)``.
public protocol APIClient: Sendable {
    /// Performs one exchange and returns whatever the server said, success or not.
    ///
    /// - Throws: `RequestError` when the request cannot be sent safely, `URLError` when there is no answer, and
    ///   `CancellationError` when the calling task is cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse
}

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

extension APIClient {
    /// Executes an endpoint and returns what it read together with the response that it came in: the status, the headers,
    /// the URL that answered.
    ///
    /// - Throws: what ``request(_:)`` throws.
    public func response<E: Endpoint>(
        for endpoint: E
    ) async throws -> (content: E.Content, http: HTTPURLResponse) {
        let request = try endpoint.makeAPIRequest()
        let response = try await send(request)
        return (try endpoint.read(response, to: request), response.http)
    }
}

extension APIClient {
    /// Executes an endpoint that sends a file, a stream or much data.
    ///
    /// `progress` is told how much has been sent, on an arbitrary thread, and from zero again when the body is sent again.
    ///
    /// - Throws: what ``request(_:)`` throws.
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, progress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> E.Content {
        var request = try endpoint.makeAPIRequest()
        request.progress = progress
        return try endpoint.read(try await send(request), to: request)
    }

    /// Executes an endpoint that sends a file, a stream or much data, and calls back, once, on the given queue or on whatever
    /// thread the call ends.
    ///
    /// - Returns: a `Progress` that counts the bytes sent and cancels the call. It is indeterminate while the length is not known.
    @discardableResult
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<E.Content, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: -1)
        call(progress, on: queue, completion) {
            let content = try await upload(endpoint, progress: progress.follow)
            progress.finish()
            return content
        }
        return progress
    }
}

extension Progress {
    /// Shows how much has been sent; indeterminate while the length is not known.
    fileprivate func follow(_ upload: UploadProgress) {
        totalUnitCount = upload.total ?? -1
        completedUnitCount = upload.sent
    }

    /// Shows that all has been sent, also when nothing was to be sent.
    fileprivate func finish() {
        totalUnitCount = max(totalUnitCount, completedUnitCount, 1)
        completedUnitCount = totalUnitCount
    }
}

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
