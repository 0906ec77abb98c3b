/// What a stream is doing.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum StreamState: Sendable {
    /// The request is being sent, and its response is awaited.
    case connecting
    /// The head of a successful response has arrived, and the contents follow.
    case open(HTTPURLResponse)
    /// The stream connects again at this time. It has failed with this error; nil if the server has ended the response.
    case waiting(until: Date, after: (any Error)?)
}
