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
    var timeouts: CallTimeouts?
    var reconnection: Reconnection?
    private var observer: (@Sendable (StreamState) -> Void)?
    /// The response of ``open()``, which the first loop reads.
    private var opened: Locked<AsyncIterator?>?
    private var openedTrailers: (@Sendable () -> HeaderFields)?

    init(client: any APIClient, endpoint: E, timeouts: CallTimeouts?, reconnection: Reconnection? = nil) {
        (self.client, self.endpoint, self.timeouts, self.reconnection) = (client, endpoint, timeouts, reconnection)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        opened?.withLock { $0.take() } ?? AsyncIterator(stream: self)
    }

    /// Sends the request, and waits for the head of a successful response: `http` has its status and headers, such as
    /// a rate limit. The first loop over `contents` reads the body of this response.
    ///
    /// A stream that reconnects does so here, too, until there is a response.
    ///
    /// - Throws: what a loop throws before its first content.
    public func open() async throws -> (http: HTTPURLResponse, contents: ContentStream) {
        var iterator = AsyncIterator(stream: self)
        let http = try await iterator.head()
        var contents = self
        contents.opened = Locked(iterator)
        contents.openedTrailers = iterator.trailers
        return (http, contents)
    }

    /// The trailers (RFC 9110 §6.5) of the response of ``open()``, once its body has been read to its end. Empty where
    /// there are none, with `URLSession`, which does not report them, and for a stream that was not opened.
    public var trailers: HeaderFields { openedTrailers?() ?? [:] }

    /// The same stream, whose states are given to a closure, in the task that reads it.
    public func observed(by observer: @escaping @Sendable (StreamState) -> Void) -> ContentStream {
        var stream = self
        stream.observer = { [first = stream.observer] state in
            first?(state)
            observer(state)
        }
        return stream
    }

    /// Takes the contents of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let stream: ContentStream
        private var reader: ContentReader<E>?
        private var timer: ElementTimer?
        private var progress = StreamProgress()
        private var hasRead = false
        private var isFinished = false
        fileprivate private(set) var trailers: @Sendable () -> HeaderFields = { [:] }

        fileprivate init(stream: ContentStream) {
            self.stream = stream
        }

        /// The next content; nil at the end of the stream.
        ///
        /// - Throws: what the endpoint throws (`HTTPError`, `ContentError`, `RequestError` or an error of its own),
        ///   `StreamError` for a body that cannot be divided or ends too soon, and what the client throws.
        public mutating func next() async throws -> E.Content? {
            while !isFinished {
                do {
                    let content = try await read()
                    if reader?.isComplete == true { finish() }
                    if content != nil { return content }
                    if !isFinished { try await end(with: nil) }
                } catch {
                    try await end(with: error)
                }
            }
            return nil
        }

        /// The head of the response whose contents follow.
        fileprivate mutating func head() async throws -> HTTPURLResponse {
            while true {
                do {
                    return try await open()
                } catch {
                    try await end(with: error)
                }
            }
        }

        private mutating func read() async throws -> E.Content? {
            if reader == nil { _ = try await open() }
            if hasRead { timer?.beginNext() }
            hasRead = true
            return try await reader?.next()
        }

        /// Sends the request, and validates the head of the response.
        private mutating func open() async throws -> HTTPURLResponse {
            let (client, endpoint) = (stream.client, stream.endpoint)
            progress.begin()
            stream.observer?(.connecting)
            var request = try endpoint.makeStreamRequest()
            progress.resume(&request)
            let isLimited = request.apply(stream.timeouts, on: client)
            var response = try await isLimited ? client.sendInTime(request) : client.send(request)
            progress.status = response.http.statusCode
            timer = ElementTimer(request.context.timeouts, on: client.traits.time)
            if let timer { response.body = .stream(timer.limit(response.chunks)) }
            do {
                reader = try ContentReader(
                    response, to: request, of: endpoint, framing: progress.resumed(endpoint.framing)
                ) { client.traits.redactionOfAnswers }
            } catch var error as StreamError {
                error.body = await BodyRest(response.chunks.makeAsyncIterator()).read(on: client.traits.time)
                throw error
            }
            trailers = response.laterTrailers
            hasRead = false
            stream.observer?(.open(response.http))
            return response.http
        }

        /// Ends the loop at the mark of the end. The rest of the body is read in the background, so that the connection
        /// can be used again.
        private mutating func finish() {
            if let rest = reader?.rest {
                Task { [time = stream.client.traits.time] in await BodyRest(rest).read(on: time) }
            }
            (reader, isFinished) = (nil, true)
        }

        /// Closes the connection, and waits until it is time to reconnect. Throws the error, if there is
        /// one, when it has ended for good.
        private mutating func end(with error: (any Error)?) async throws {
            progress.end(reader?.framing, hasBegun: reader?.hasBegun ?? false, failed: error != nil)
            (reader, isFinished) = (nil, true)
            let error = error?.withoutOrigin.redacted(by: stream.client.traits.redaction)
            if let reconnection = stream.reconnection, let wait = reconnection.wait(after: error, progress) {
                let until = reconnection.time.date().addingTimeInterval(wait.inSeconds)
                stream.observer?(.waiting(until: until, after: error))
                try await reconnection.time.sleep(for: wait)
                isFinished = false
            } else if let error {
                throw error
            }
        }
    }
}
