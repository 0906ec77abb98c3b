/// A call that was not sent, because the server has failed repeatedly and is sent no calls for a while.
public struct BreakerOpenError: Error, RetryReporting, Hashable, Sendable {
    /// The server's host.
    public let host: String

    /// How long no calls are sent to the server, counted from the refusal; never negative.
    public let retryAfter: Duration

    /// The attempts of a retrying client before, and why it stopped; nil without one.
    public var retries: RetryReport?

    /// A refusal for a host. A negative duration counts as zero.
    public init(host: String, retryAfter: Duration) {
        self.host = host
        self.retryAfter = max(retryAfter, .zero)
    }
}

extension BreakerOpenError: DescribedError {
    /// One sentence for people to read.
    public var description: String {
        let seconds = min(retryAfter, .seconds(Int32.max)).components.seconds + 1
        return "\(host) has failed repeatedly. No requests are sent to it for another \(seconds) s."
    }
}
