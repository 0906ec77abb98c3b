/// The requests of one download: the first one, and those that continue it.
struct Downloading<E: Endpoint> {
    private let client: any APIClient
    private let endpoint: E
    private let timeouts: CallTimeouts?
    private let partial: PartialFile
    private let progress: TransferProgress.Handler?
    private let time: TimeSource
    private var continuation: DownloadContinuation
    private var reported: TransferProgress?

    /// How a request has ended.
    private enum Outcome {
        /// All bytes are stored.
        case complete(HTTPURLResponse)
        /// The whole has to be requested again.
        case restart
        /// A part has arrived, and what follows it has to be requested. The error is thrown if that does not happen.
        case part(DownloadError)
    }

    init(
        client: any APIClient, endpoint: E, timeouts: CallTimeouts?, partial: PartialFile, continuing: Int,
        progress: TransferProgress.Handler?, time: TimeSource
    ) {
        (self.client, self.endpoint, self.timeouts, self.partial) = (client, endpoint, timeouts, partial)
        (self.progress, self.time, continuation) = (progress, time, DownloadContinuation(limit: continuing))
    }

    /// Requests bytes until all are stored, and moves them to their path.
    mutating func run(_ check: ((FileChunks) throws -> Void)?) async throws -> Download {
        let http = try await requestAll()
        if let check { try self.check(check) }
        let (length, reused) = (partial.length, partial.reused)
        try partial.finish(random: time.random)
        report(of: length)
        return Download(http: http, length: length, reused: reused)
    }

    /// If the bytes cannot be read, they are kept: the check has not seen them.
    private func check(_ check: (FileChunks) throws -> Void) throws {
        let chunks = partial.chunks
        do {
            try check(chunks)
        } catch {
            if let problem = chunks.problem.withLock({ $0 }) { throw problem }
            try partial.begin(nil)
            throw error
        }
        if let problem = chunks.problem.withLock({ $0 }) { throw problem }
    }

    private mutating func requestAll() async throws -> HTTPURLResponse {
        while true {
            let (received, kept) = (partial.received, partial.beginnings)
            var request = try endpoint.makeAPIRequest()
            let problem: any Error
            var failure: RetryFailure?
            do {
                switch try await send(&request) {
                case .complete(let http): return http
                case .restart: continue
                case .part(let error): problem = error
                }
            } catch let error as DownloadError where error.isIncomplete {
                (problem, failure) = (error, .transport(.networkConnectionLost))
            } catch {
                (problem, failure) = (error, RetryFailure(error))
            }
            let http = problem.httpError?.response
            let ending = DownloadContinuation.Ending(
                failure: failure, received: partial.received - received, hasReplaced: partial.beginnings > kept,
                isRepeatable: RetryPolicy.standard.mayRepeat(request), advice: http?.shouldRetry,
                retryAfter: http?.retryAfter(from: time.date()))
            guard let wait = continuation.wait(after: ending, random: time.fraction()) else { throw problem }
            try await time.sleep(for: wait)
        }
    }

    private mutating func send(_ request: inout APIRequest) async throws -> Outcome {
        let plan = DownloadPlan(
            request.urlRequest, offset: partial.length, stored: partial.stored, redaction: client.traits.redaction,
            salt: "\(time.random())")
        plan.apply(to: &request.urlRequest)
        (request.wantsStream, request.isDownload) = (true, true)
        let isLimited = request.apply(timeouts, on: client)
        let response = try await isLimited ? client.sendInTime(request) : client.send(request)
        switch plan.step(for: response.http, now: time.date()) {
        case .append(let end, let stored):
            try validate(response, to: request)
            partial.update(stored, random: time.random())
            return try await store(response, upTo: end, of: stored.length, isPart: true, request)
        case .begin(let stored, let length):
            try validate(response, to: request)
            try partial.begin(stored)
            return try await store(response, upTo: length, of: length, isPart: false, request)
        case .complete: return .complete(response.http)
        case .restart:
            try partial.begin(nil)
            return .restart
        case .wrongRange(let text): throw problem(.wrongRange(text), response, request)
        case .invalidLength(let text):
            try validate(response, to: request)
            throw problem(.invalidLength(text), response, request)
        case .noContent:
            try validate(response, to: request)
            throw problem(.noContent, response, request)
        case .fail:
            try validate(response, to: request)
            throw HTTPError(response.http, body: response.data)
                .adding(request, response, client.traits.redactionOfAnswers)
        }
    }

    private func validate(_ response: APIResponse, to request: APIRequest) throws {
        do {
            try request.validate(response, by: endpoint)
        } catch {
            throw error.adding(request, response, client.traits.redactionOfAnswers).reporting(response.retries)
        }
    }

    /// Stores a body, whose last byte has a known position if it has a length, or if it is a part.
    ///
    /// A body without a length is complete when it ends (RFC 9112 §6.3), unless it is a part: whether bytes follow it
    /// is known only if the length of the whole is.
    private mutating func store(
        _ response: APIResponse, upTo end: Int64?, of whole: Int64?, isPart: Bool, _ request: APIRequest
    ) async throws -> Outcome {
        report(TransferProgress(bytes: partial.length, total: whole))
        var speed = DownloadSpeed(at: time.now())
        for try await chunk in response.chunks {
            if let end, Int64(chunk.count) > end - partial.length {
                let length = partial.length + Int64(chunk.count)
                try partial.begin(nil)
                if isPart { return .restart }
                throw problem(.length(length, expected: end), response, request)
            }
            try partial.append(chunk)
            report(TransferProgress(bytes: partial.length, total: whole))
            guard speed.record(chunk.count, at: time.now()) || partial.length == end else {
                throw tooSlow(response, request)
            }
        }
        if whole == nil && !isPart || partial.length == whole { return .complete(response.http) }
        if isPart, partial.length == end {
            let range = response.http.value(forHTTPHeaderField: "Content-Range") ?? ""
            let reason = whole.map { DownloadError.Reason.length(partial.length, expected: $0) } ?? .wrongRange(range)
            return .part(problem(reason, response, request))
        }
        throw problem(.length(partial.length, expected: end ?? whole ?? 0), response, request)
    }

    private func problem(
        _ reason: DownloadError.Reason, _ response: APIResponse, _ request: APIRequest
    ) -> DownloadError {
        DownloadError(reason, response.http, request, client.traits.redaction)
    }

    private func tooSlow(_ response: APIResponse, _ request: APIRequest) -> URLError {
        let sentence = "In the last minute of the download fewer than 60 KiB arrived."
        let (method, redaction) = (request.urlRequest.httpMethod ?? "GET", client.traits.redaction)
        let url = response.http.url ?? request.urlRequest.url
        let error = URLError(.timedOut, description: sentence)
        return url.map { error.failing(at: $0, redaction: redaction).concerning(method, $0, redaction: redaction) }
            ?? error
    }

    private mutating func report(_ progress: TransferProgress) {
        reported = progress
        self.progress?.handle(progress)
    }

    /// Reports the end, unless that has been done.
    private mutating func report(of length: Int64) {
        let end = TransferProgress(bytes: length, total: length)
        if reported != end { report(end) }
    }
}

extension DownloadError {
    /// Whether the server has ended the body before the length that it has announced.
    fileprivate var isIncomplete: Bool {
        if case .length(let length, let expected) = reason { length < expected } else { false }
    }
}
