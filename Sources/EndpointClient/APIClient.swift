/// Carries a request to a server and brings its response back: the only effect of the library.
///
/// `URLSessionClient` is the real one. A mock, a recorder and a replayer are others; logging, retry and the rest wrap one client in
/// another. The methods that callers use, such as ``request(_:)``, are extensions that are pure but for one call of ``send(_:)``.
public protocol APIClient: Sendable {
    /// Performs one exchange and returns the server's response, whatever its status.
    ///
    /// - Throws: `RequestError` when the request cannot be sent safely, `URLError` when there is no response, and
    ///   `CancellationError` when the calling task is cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse

    /// What hides secrets in the errors of its calls, and in what the clients around it log and record.
    ///
    /// By default `Redaction.standard`; a ``ClientDecorator`` has that of the client that it wraps.
    var redaction: Redaction { get }
}

extension APIClient {
    public var redaction: Redaction { .standard }

    /// Executes an endpoint: makes its request, sends it, validates the response and reads it, in the caller's task.
    ///
    /// - Throws: what the endpoint throws (`HTTPError`, `ContentError`, `RequestError` or an error of its own), and what
    ///   ``send(_:)`` throws.
    public func request<E: Endpoint>(_ endpoint: E) async throws -> E.Content {
        do {
            let request = try endpoint.makeAPIRequest()
            return try endpoint.read(try await send(request), to: request, redaction: redactionOfAnswers)
        } catch {
            throw error.redacted(by: redaction)
        }
    }

    /// Executes an endpoint and calls the completion once, on the given queue or on the thread on which the call ends.
    ///
    /// With `.main`, use `MainActor.assumeIsolated { … }` in the completion to reach the main actor.
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

    /// Executes an endpoint and returns its content together with the response: the status, the headers, and the URL after redirects.
    ///
    /// - Throws: what ``request(_:)`` throws.
    public func response<E: Endpoint>(
        for endpoint: E
    ) async throws -> (content: E.Content, http: HTTPURLResponse) {
        do {
            let request = try endpoint.makeAPIRequest()
            let response = try await send(request)
            return (try endpoint.read(response, to: request, redaction: redactionOfAnswers), response.http)
        } catch {
            throw error.redacted(by: redaction)
        }
    }

    /// Executes an endpoint that sends a file, a stream or much data.
    ///
    /// `progress` is called with how much has been sent, on an arbitrary thread, and begins at zero when the body is sent again.
    ///
    /// - Throws: what ``request(_:)`` throws.
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, progress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> E.Content {
        do {
            var request = try endpoint.makeAPIRequest()
            request.progress = progress
            return try endpoint.read(try await send(request), to: request, redaction: redactionOfAnswers)
        } catch {
            throw error.redacted(by: redaction)
        }
    }

    /// Executes an endpoint that sends a file, a stream or much data, and calls the completion once, on the given queue or on the
    /// thread on which the call ends.
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

    /// Shows that everything has been sent, also for an empty body.
    fileprivate func finish() {
        totalUnitCount = max(totalUnitCount, completedUnitCount, 1)
        completedUnitCount = totalUnitCount
    }
}

extension APIClient {
    /// Runs an operation in a new task, which the progress can cancel, and calls the completion with its result.
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
        progress.isCancellable = true  // On Linux the default is false.
        progress.cancellationHandler = { task.cancel() }
    }
}
