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
