/// Divides the body of a response into elements as it arrives: a value that stores the incomplete element.
///
/// ```swift
/// var framing = LineFraming()
/// framing.append(Data("first\nsec".utf8))
/// let first = try framing.next()  // first
/// let none = try framing.next()  // nil: more bytes are needed
/// framing.append(Data("ond".utf8))
/// framing.finish()
/// let second = try framing.next()  // second
/// ```
///
/// How the bytes are cut into chunks makes no difference for the elements, except for ``ChunkFraming``. A copy
/// continues independently, so the framing of an endpoint holds both its settings and the initial state of each of its
/// streams.
public protocol StreamFraming: Sendable {
    /// The elements of a body.
    associatedtype Element: Sendable

    /// The media type that a body must have, in lower case; nil for any. A request without an `Accept` header asks for
    /// it.
    var mediaType: String? { get }

    /// Adds the next bytes of the body.
    mutating func append(_ bytes: Data)

    /// The body has ended. ``next()`` then returns a last element that has no terminator.
    mutating func finish()

    /// The next element; nil when more bytes are needed, and at the end.
    ///
    /// - Throws: ``StreamError`` when the bytes cannot be divided. Nothing follows it.
    mutating func next() throws -> Element?
}

/// Each chunk of the body as it arrives. No chunk is empty; where one ends and the next begins has no meaning.
public struct ChunkFraming: StreamFraming {
    private var chunk = Data()

    /// A framing by chunks.
    public init() {}

    public var mediaType: String? { nil }

    public mutating func append(_ bytes: Data) {
        if chunk.isEmpty { chunk = bytes } else { chunk.append(bytes) }
    }

    public mutating func finish() {}

    public mutating func next() -> Data? {
        defer { chunk = Data() }
        return chunk.isEmpty ? nil : chunk
    }
}

/// A body of a successful response that cannot be divided into elements, or that ends too soon.
///
/// `GET /v1/events → 200, but a line is longer than 8388608 bytes, the limit of its framing.`
public struct StreamError: ResponseError, Sendable {
    /// What is wrong with the body.
    ///
    /// Later versions add cases, so write an `@unknown default:` when you switch.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// A line is longer than the limit of its framing, in bytes.
        case longLine(limit: Int)
        /// The `data` fields of one event together are longer than the limit of its framing, in bytes.
        case longEvent(limit: Int)
        /// The body has another media type than its framing reads, such as `text/html`.
        case mediaType(String, expected: String)
        /// The body has ended before the mark by which its endpoint knows the end.
        case incomplete
    }

    /// What is wrong with the body.
    public let reason: Reason

    /// Status and headers, if there was an HTTP response.
    public package(set) var response: HTTPURLResponse?

    /// The request, with its secrets redacted. The verbs of a client set it; nil if a framing is used without a client.
    public package(set) var request: URLRequest?

    package var redaction: Redaction?

    /// The beginning of a body of another media type; empty until a client has read it, and for other reasons.
    package var body = Data()

    /// An error for a framing of your own.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension StreamError {
    /// One sentence for a person, without secrets.
    public var description: String {
        let redaction = redaction ?? .standard
        let summary = RequestSummary.methodAndPath(request, response, redaction)
        let status = response.map { " → \($0.statusCode)" } ?? ""
        return "\(summary)\(status), but \(redaction.line(reason.problem))\(answer(redaction))."
    }
}

extension StreamError {
    /// What the server says instead of the stream: `: "Rate limit reached" (rate_limit_exceeded)`.
    private func answer(_ redaction: Redaction) -> String {
        guard !redaction.hidesBodies else { return "" }
        let type = response?.value(forHTTPHeaderField: "Content-Type")
        return ErrorSummary(body, contentType: type)?.text(by: redaction) ?? ""
    }
}

extension StreamError.Reason {
    fileprivate var problem: String {
        switch self {
        case .longLine(let limit): "a line is longer than \(limit.counted("byte")), the limit of its framing"
        case .longEvent(let limit): "an event is longer than \(limit.counted("byte")), the limit of its framing"
        case .mediaType(let media, let expected): "the body is \(media), not \(expected)"
        case .incomplete: "the stream ended before it was complete: the mark of its end is missing"
        }
    }
}
