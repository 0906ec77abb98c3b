extension APIClient {
    /// Executes an endpoint and stores the body of its response in a file, piece by piece.
    ///
    /// ```swift
    /// try await client.download(CoverEndpoint(id: "1"), to: file, progress: .handler { show($0.fraction) })
    /// ```
    ///
    /// The file appears only when it is complete: it is written as `NAME.DIGEST.partial` beside its path and then
    /// moved, replacing an earlier file. A download that fails, is cancelled or ends with the process leaves this file
    /// and another one with information about it, and the next one resumes there: with a new request of the endpoint,
    /// by `Range` and `If-Range` or `If-Unmodified-Since` (RFC 9110 §13.1 and §14.2). If the representation has changed
    /// meanwhile, or its version cannot be told, the download starts over.
    ///
    /// If it stops after bytes have arrived, because the connection is lost or the server is down, the call continues
    /// itself. Before each request it waits as ``RetryPolicy/standard`` does, or as long as `Retry-After` says.
    ///
    /// The endpoint's `validate` is called with the head of a successful response and an empty body; its `content` is
    /// not called.
    ///
    /// - Parameters:
    ///   - endpoint: An endpoint with the method `GET`; with another method, downloads are not resumed.
    ///   - file: A file that may exist already, in a folder that exists. Its permissions are kept, except those that
    ///     give a program the rights of its owner; a symbolic link is replaced by the file.
    ///   - timeouts: Replace those of the endpoint and of the client.
    ///   - continuing: The call ends when this many continuations in a row have brought less than 64 KiB together, or
    ///     when it has started over as often. With 0 it continues only after a part that has arrived as a whole.
    ///   - progress: Receives how much of the body is stored. It ends at its total.
    ///   - time: Measures the waits and draws their jitter, and has the time of day, to which dates in responses are
    ///     compared.
    ///   - check: Checks the whole file, such as its SHA-256, before it is moved to its path. An error that it throws
    ///     ends the download, and the bytes are removed.
    /// - Throws: what ``request(_:timeouts:)`` throws, and `DownloadError`.
    @discardableResult
    public func download<E: Endpoint>(
        _ endpoint: E, to file: URL, timeouts: CallTimeouts? = nil, continuing: Int = 5,
        progress: TransferProgress.Handler? = nil, time: TimeSource = .system,
        check: ((FileChunks) throws -> Void)? = nil
    ) async throws -> Download {
        defer { progress?.end() }
        do {
            let request = try endpoint.makeAPIRequest()
            do {
                let partial = try PartialFile(for: file)
                defer { partial.close() }
                var download = Downloading(
                    client: self, endpoint: endpoint, timeouts: timeouts, partial: partial, continuing: continuing,
                    progress: progress, time: time)
                return try await download.run(check)
            } catch let problem as FileProblem {
                throw DownloadError(.file(problem.description), nil, request, traits.redaction)
            }
        } catch {
            throw error.withoutOrigin.redacted(by: traits.redaction)
        }
    }
}

/// A file that has been downloaded.
public struct Download: Sendable {
    /// Status and headers of the last response.
    public let http: HTTPURLResponse

    /// The length of the file in bytes.
    public let length: Int64

    /// How many of them came from an earlier download that this one has resumed.
    public let reused: Int64
}
