/// The contents of a `StreamEndpoint`, one by one as they arrive: the result of `client.stream(_:)`.
///
/// The request is sent when the first content is requested, and again for each further loop over the stream. The
/// connection is closed when the loop is left, or its task is cancelled. While the loop does not request the next
/// content, back-pressure slows the server if the client supports it. An error is thrown after the contents before it,
/// and nothing follows it.
public struct ContentStream<E: StreamEndpoint>: AsyncSequence, Sendable {
    public typealias Element = E.Content

    let client: any APIClient
    let endpoint: E
    var reconnection: Reconnection?

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: self)
    }

    /// Takes the contents of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let stream: ContentStream
        private var reader: ContentReader<E>?
        private var progress = StreamProgress()
        private var isFinished = false

        fileprivate init(stream: ContentStream) {
            self.stream = stream
        }

        /// The next content; nil at the end of the stream.
        ///
        /// - Throws: what the endpoint throws (`HTTPError`, `ContentError`, `RequestError` or an error of its own),
        ///   `StreamError` for a body that cannot be divided, and what the client throws.
        public mutating func next() async throws -> E.Content? {
            while !isFinished {
                do {
                    if let content = try await read() { return content }
                    try await end(with: nil)
                } catch {
                    try await end(with: error)
                }
            }
            return nil
        }

        private mutating func read() async throws -> E.Content? {
            if reader == nil { reader = try await open() }
            return try await reader?.next()
        }

        /// Sends the request, and validates the head of the response.
        private mutating func open() async throws -> ContentReader<E> {
            let (client, endpoint) = (stream.client, stream.endpoint)
            progress.begin()
            var request = try endpoint.makeStreamRequest()
            progress.resume(&request.urlRequest)
            let response = try await client.send(request)
            progress.status = response.http.statusCode
            return try ContentReader(
                response, to: request, of: endpoint, framing: progress.resumed(endpoint.framing)
            ) { client.traits.redactionOfAnswers }
        }

        /// Closes the connection, and waits until it is time to reconnect. Throws the error, if there is
        /// one, when it has ended for good.
        private mutating func end(with error: (any Error)?) async throws {
            progress.end(reader?.framing, hasBegun: reader?.hasBegun ?? false, failed: error != nil)
            (reader, isFinished) = (nil, true)
            if let wait = stream.reconnection?.wait(after: error, progress) {
                try await stream.reconnection?.time.sleep(for: wait)
                isFinished = false
            } else if let error {
                throw error.withoutOrigin.redacted(by: stream.client.traits.redaction)
            }
        }
    }
}

/// How a stream reconnects after it has ended.
struct Reconnection: Sendable {
    let policy: ReconnectionPolicy
    let time: TimeSource

    /// How long to wait first; nil if the stream has ended for good.
    fileprivate func wait(after error: (any Error)?, _ progress: StreamProgress) -> Duration? {
        let failure = error.map { RetryFailure($0) }
        let ending = StreamEnding(
            status: progress.status, failure: failure, failures: progress.failures, retry: progress.retry,
            retryAfter: error?.httpError?.retryAfter(from: time.date()),
            isRepeatable: progress.isRepeatable || failure?.wasNotProcessed == true)
        return policy.wait(after: ending, random: time.fraction())
    }
}

/// The state of a stream that may reconnect.
private struct StreamProgress {
    var status: Int?
    private(set) var failures = 0
    private(set) var retry: Duration?
    private(set) var isRepeatable = true
    private var lastEventID = ""

    mutating func begin() {
        status = nil
    }

    /// Requests what follows the last event (WHATWG HTML §9.2.4), by its identifier without leading and trailing
    /// blanks, which a header cannot have.
    mutating func resume(_ request: inout URLRequest) {
        isRepeatable = RetryPolicy.standard.mayRepeat(request)
        let id = lastEventID.trimmingCharacters(in: .init(charactersIn: " \t"))
        if !id.isEmpty { request.setValue(id, forHTTPHeaderField: "Last-Event-ID") }
    }

    /// The framing of the next body.
    func resumed<Framing: StreamFraming>(_ framing: Framing) -> Framing {
        guard var events = framing as? EventFraming else { return framing }
        events.resume(after: lastEventID)
        return events as? Framing ?? framing
    }

    mutating func end(_ framing: (any StreamFraming)?, hasBegun: Bool, failed: Bool) {
        if hasBegun || !failed { failures = 0 }
        if failed { failures += 1 }
        guard let events = framing as? EventFraming else { return }
        lastEventID = events.lastEventID
        retry = events.retry ?? retry
    }
}
