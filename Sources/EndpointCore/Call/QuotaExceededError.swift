/// A call that was not sent, because the server has said that its quota is used up until after the call's deadline.
///
/// It is not retried, and circuit breakers don't count it.
public struct QuotaExceededError: Error, RetryReporting, Hashable, Sendable {
    /// The server's host.
    public let host: String

    /// The name of the quota, `X-RateLimit-Resource`; nil if the server has only one.
    public let resource: String?

    /// How long no calls are sent to the server, counted from the refusal; never negative.
    public let retryAfter: Duration

    /// The attempts of a retrying client before, and why it stopped; nil without one.
    public var retries: RetryReport?

    /// A refusal for a host. A negative duration counts as zero.
    public init(host: String, resource: String? = nil, retryAfter: Duration) {
        (self.host, self.resource, self.retryAfter) = (host, resource, max(retryAfter, .zero))
    }
}

extension QuotaExceededError: DescribedError {
    /// One sentence for people to read.
    public var description: String {
        let seconds = min(retryAfter, .seconds(Int32.max)).components.seconds + 1
        let quota = resource.map { "The quota `\($0)` of \(host)" } ?? "The quota of \(host)"
        return "\(quota) is used up for another \(seconds) s, which is longer than the call may take."
    }
}
