/// A call that was not sent, because the server has failed repeatedly and is left alone for a while.
public struct BreakerOpenError: Error, RetryReporting, Hashable, Sendable {
    /// The server's host.
    public let host: String

    /// The time on the breaker's clock from which it may be asked again.
    public let until: Duration

    /// The same, counted from the refusal.
    public let wait: Duration

    /// What a retrying client tried before, and why it stopped; nil without one.
    public var retries: RetryReport?

    /// A refusal for a host at a time on the breaker's clock.
    public init(host: String, until: Duration, at now: Duration) {
        self.host = host
        self.until = until
        wait = max(until - now, .zero)
    }
}

extension BreakerOpenError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        "\(host) has failed repeatedly. It is not asked again for \(min(wait, .seconds(Int32.max)).components.seconds + 1) s."
    }

    public var errorDescription: String? { description }
}
