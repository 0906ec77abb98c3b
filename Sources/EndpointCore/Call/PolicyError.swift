/// A policy that makes no sense, refused when it is made rather than found out in an outage.
public struct PolicyError: Error, Hashable, Sendable {
    /// What is wrong, in one sentence that names the parameter and its value.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) {
        self.description = description
    }
}

extension PolicyError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }
}

extension PolicyError {
    /// Refuses a parameter outside its range, in the words "name must be …, not …". A NaN is in no range.
    package static func check<Value: Comparable>(
        _ name: String, _ value: Value, in range: ClosedRange<Value>
    ) throws(PolicyError) {
        guard !range.contains(value) else { return }
        throw PolicyError("\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
}

/// A call that was not sent, because the server has failed repeatedly and gets no calls for a while.
public struct BreakerOpenError: Error, RetryReporting, Hashable, Sendable {
    /// The server's host.
    public let host: String

    /// How long the server gets no calls, counted from the refusal; never negative.
    public let retryAfter: Duration

    /// What a retrying client tried before, and why it stopped; nil without one.
    public var retries: RetryReport?

    /// A refusal for a host. A negative duration counts as zero.
    public init(host: String, retryAfter: Duration) {
        self.host = host
        self.retryAfter = max(retryAfter, .zero)
    }
}

extension BreakerOpenError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        let seconds = min(retryAfter, .seconds(Int32.max)).components.seconds + 1
        return "\(host) has failed repeatedly. It is not asked again for \(seconds) s."
    }

    public var errorDescription: String? { description }
}

/// Why a call has no credential to send.
///
/// A refresh that fails for a reason of its own, such as a `URLError`, reaches the callers as that error.
public enum CredentialError: Error, Hashable, Sendable {
    /// The refresh failed; its own error says why.
    case refreshFailed
    /// The refresh did not end in time.
    case refreshTimedOut
    /// The refresh was itself answered with 401: signing in again is the only way on.
    case refused
    /// The refresh gave back the credential that had just been refused or had run out.
    case unchanged
    /// The policy's number of refreshes is used up. The next one is allowed after this time, counted from the failure.
    case tooManyRefreshes(retryAfter: Duration)
    /// The credential was taken away while the call waited for it.
    case signedOut
    /// The refresh itself was sent with the credential that it is to bring: it needs a client without it.
    case neededByItsRefresh
    /// A user name with a colon, or a text with control characters: it cannot be sent (RFC 7617 §2, RFC 9110 §5.5).
    case unsendable
}

extension CredentialError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person, without the credential.
    public var description: String {
        switch self {
        case .refreshFailed: "The credential could not be refreshed."
        case .refreshTimedOut: "The refresh of the credential did not end in time."
        case .refused: "The server refuses to refresh the credential: sign in again."
        case .unchanged: "The refresh gave back the credential that does not work any more."
        case .tooManyRefreshes: "The credential was refreshed repeatedly, and the server still refuses it."
        case .signedOut: "The credential was taken away: sign in again."
        case .neededByItsRefresh:
            "The refresh of the credential waits for itself: give it a client without the credential."
        case .unsendable: "The credential contains a character that cannot be sent."
        }
    }

    public var errorDescription: String? { description }
}
