extension APIClient {
    /// Executes an endpoint and stores the body of its response in a file, piece by piece.
    ///
    /// ```swift
    /// try await client.download(CoverEndpoint(id: "1"), to: file, progress: .handler { show($0.fraction) })
    /// ```
    ///
    /// The file appears only when it is complete: it is written as `NAME.partial` beside its path and then moved,
    /// replacing an earlier file. A download that fails, is cancelled or ends with the process leaves `NAME.partial`
    /// and `NAME.partial.json`, and the next one resumes there: with a new request of the endpoint, by `Range` and
    /// `If-Range`. If the representation has changed meanwhile, the download starts over. If the connection is lost
    /// while bytes arrive, the download resumes immediately.
    ///
    /// The endpoint's `validate` is called with the head of a successful response and an empty body; its `content` is
    /// not called.
    ///
    /// - Parameters:
    ///   - endpoint: An endpoint with the method `GET`; with another method, downloads are not resumed.
    ///   - file: A file that may exist already, in a folder that exists. Its permissions are kept; a symbolic link is
    ///     replaced by the file.
    ///   - continuing: How often this call resumes after a lost connection.
    ///   - progress: Receives how much of the body is stored.
    ///   - time: Has the time of day, by which the age of a partial file's validator is judged.
    ///   - check: Checks the whole file, such as its SHA-256, before it is moved to its path. An error that it throws
    ///     ends the download, and the bytes are removed.
    /// - Throws: what ``request(_:)`` throws, and `DownloadError`.
    @discardableResult
    public func download<E: Endpoint>(
        _ endpoint: E, to file: URL, continuing: Int = 5, progress: TransferProgress.Handler? = nil,
        time: TimeSource = .system, check: ((FileChunks) throws -> Void)? = nil
    ) async throws -> Download {
        defer { progress?.end() }
        do {
            let request = try endpoint.makeAPIRequest()
            do {
                let partial = try PartialFile(for: file)
                defer { partial.close() }
                var continued = 0
                while true {
                    let before = partial.length
                    do {
                        let download = Downloading(
                            client: self, endpoint: endpoint, partial: partial, progress: progress, time: time)
                        if let result = try await download.run(check) { return result }
                    } catch {
                        let isTransient = RetryPolicy.standard.isTransient(RetryFailure(error))
                        guard isTransient, partial.length > before, continued < continuing else { throw error }
                    }
                    continued += 1
                }
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

/// One request for the rest of a file, or for the whole of it.
private struct Downloading<E: Endpoint> {
    let client: any APIClient
    let endpoint: E
    let partial: PartialFile
    let progress: TransferProgress.Handler?
    let time: TimeSource

    /// Nil if the whole has to be requested again.
    func run(_ check: ((FileChunks) throws -> Void)?) async throws -> Download? {
        var request = try endpoint.makeAPIRequest()
        let plan = DownloadPlan(
            request.urlRequest, offset: partial.length, stored: partial.stored(), redaction: client.traits.redaction)
        plan.apply(to: &request.urlRequest)
        request.wantsStream = true
        let response = try await client.send(request)
        var length: Int64?
        switch plan.step(for: response.http, now: time.date()) {
        case .append(let whole):
            try validate(response, to: request)
            length = whole
            try await store(response, of: whole, request)
        case .begin(let stored, let whole):
            try validate(response, to: request)
            try partial.begin(stored)
            length = whole
            try await store(response, of: whole, request)
        case .complete: length = partial.length
        case .restart:
            try partial.begin(nil)
            return nil
        case .wrongRange(let text):
            throw DownloadError(.wrongRange(text), response.http, request, client.traits.redaction)
        case .noContent:
            try validate(response, to: request)
            throw DownloadError(.noContent, response.http, request, client.traits.redaction)
        case .fail:
            try validate(response, to: request)
            throw HTTPError(response.http, body: response.data)
                .adding(request, response, client.traits.redactionOfAnswers)
        }
        if let length, partial.length != length {
            throw DownloadError(
                .length(partial.length, expected: length), response.http, request, client.traits.redaction)
        }
        do {
            try check?(partial.chunks)
        } catch {
            try partial.begin(nil)
            throw error
        }
        try partial.finish()
        return Download(http: response.http, length: partial.length, reused: partial.reused)
    }

    private func validate(_ response: APIResponse, to request: APIRequest) throws {
        do {
            try request.validate(response, by: endpoint)
        } catch {
            throw error.adding(request, response, client.traits.redactionOfAnswers).reporting(response.retries)
        }
    }

    private func store(_ response: APIResponse, of whole: Int64?, _ request: APIRequest) async throws {
        progress?.handle(TransferProgress(bytes: partial.length, total: whole))
        for try await chunk in response.chunks {
            if let whole, partial.length + Int64(chunk.count) > whole {
                throw DownloadError(
                    .length(partial.length + Int64(chunk.count), expected: whole), response.http, request,
                    client.traits.redaction)
            }
            try partial.append(chunk)
            progress?.handle(TransferProgress(bytes: partial.length, total: whole))
        }
    }
}
