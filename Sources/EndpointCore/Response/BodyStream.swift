/// The body of a response in chunks, as they arrive.
///
/// ```swift
/// var request = try BookListEndpoint().makeAPIRequest()
/// request.wantsStream = true
/// for try await chunk in try await client.send(request).chunks { print(chunk.count) }
/// ```
///
/// No chunk is empty. A stream is read once, by one task. While it is not read, back-pressure slows the server where
/// the transport supports it, and the number of unread bytes is bounded. An error in the middle of the body is thrown
/// after the chunks before it. The exchange ends when the reading task is cancelled, or when the stream is released.
public struct BodyStream: AsyncSequence, Sendable {
    public typealias Element = Data

    fileprivate enum Source: Sendable {
        case data(Data)
        case chunks(@Sendable () async throws -> Data?)
    }

    private let source: Source

    /// What the client reports when the stream has ended; nil, or a closure that returns nil, if it reports nothing.
    package var ending: (@Sendable () -> Ending?)?

    /// What is known of an exchange when its body has been read.
    package struct Ending: Sendable {
        package var metrics: ExchangeMetrics?
        package var trailers: HeaderFields

        package init(metrics: ExchangeMetrics? = nil, trailers: HeaderFields = [:]) {
            (self.metrics, self.trailers) = (metrics, trailers)
        }
    }

    /// A stream of the chunks that a closure returns; nil ends it. A second closure returns the trailers after the end
    /// of the body, and none before it.
    public init(
        trailers: (@Sendable () -> HeaderFields)? = nil, _ next: @escaping @Sendable () async throws -> Data?
    ) {
        source = .chunks(next)
        if let trailers { ending = { Ending(trailers: trailers()) } }
    }

    /// A body in memory, as one chunk. It can be read many times.
    public init(_ data: Data) {
        source = .data(data)
    }

    /// The trailers (RFC 9110 §6.5) after the body, once it has been read to its end. Empty where there are none, with
    /// `URLSession`, which does not report them, and as long as they have not arrived.
    public var trailers: HeaderFields { ending?()?.trailers ?? [:] }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source)
    }

    /// Takes the chunks of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let source: Source
        private var isRead = false

        fileprivate init(_ source: Source) {
            self.source = source
        }

        /// The next chunk; nil at the end of the body.
        public mutating func next() async throws -> Data? {
            switch source {
            case .chunks(let next): return try await next()
            case .data(let data):
                defer { isRead = true }
                return isRead || data.isEmpty ? nil : data
            }
        }
    }
}

extension BodyStream {
    /// The same exchange with other chunks.
    package func replacing(_ next: @escaping @Sendable () async throws -> Data?) -> BodyStream {
        var stream = BodyStream(next)
        stream.ending = ending
        return stream
    }

    /// The same chunks, with other errors.
    package func mapError(_ change: @escaping @Sendable (any Error) -> any Error) -> BodyStream {
        guard case .chunks(let next) = source else { return self }
        return replacing {
            do { return try await next() } catch { throw change(error) }
        }
    }
}
