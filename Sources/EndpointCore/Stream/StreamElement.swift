/// What an element of a stream is for its reader.
///
/// ```swift
/// func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<ChatDelta> {
///     if event.data == "[DONE]" { return .end }
///     return .content(try content(from: response, with: Data(event.data.utf8)))
/// }
/// ```
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum StreamElement<Content> {
    /// A content. If it may be the last one, the body may end from here on without a mark of the end, which some
    /// servers leave out after the reason why they have finished.
    case content(Content, mayBeLast: Bool = false)
    /// A content that is the last one, such as Ollama's with `"done": true`.
    case last(Content)
    /// Nothing for the reader, such as a ping.
    case skip
    /// The mark of the end, without content, such as `[DONE]`.
    case end
}

extension StreamElement: Sendable where Content: Sendable {}

extension StreamElement: Equatable where Content: Equatable {}

extension StreamElement {
    /// The content; nil for an element without one.
    public var content: Content? {
        switch self {
        case .content(let content, _), .last(let content): content
        case .skip, .end: nil
        }
    }
}

/// Whether a stream is complete: a value that follows its elements.
struct StreamCompletion: Sendable {
    /// Whether the end has been read.
    private(set) var hasEnded = false

    /// Whether the body may end here although the mark of the end is missing.
    private(set) var mayEnd: Bool

    /// - Parameter isExplicit: Whether an element says where the stream ends.
    init(isExplicit: Bool) {
        mayEnd = !isExplicit
    }

    mutating func read<Content>(_ element: StreamElement<Content>) {
        switch element {
        case .content(_, let mayBeLast): mayEnd = mayEnd || mayBeLast
        case .last, .end: hasEnded = true
        case .skip: break
        }
    }
}
