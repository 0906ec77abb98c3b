/// A policy with a parameter outside its range. It is refused when the policy is created.
package struct PolicyError: Error, Hashable, Sendable {
    /// One sentence that names the parameter and its value.
    package let description: String

    /// An error with its sentence.
    package init(_ description: String) {
        self.description = description
    }
}

extension PolicyError: DescribedError {}

extension PolicyError {
    /// Checks that a parameter is within its range. NaN is outside every range.
    ///
    /// - Throws: ``PolicyError`` with the sentence "name must be from … to …, not …".
    package static func check<Value: Comparable>(
        _ name: String, _ value: Value, in range: ClosedRange<Value>
    ) throws(PolicyError) {
        guard !range.contains(value) else { return }
        throw PolicyError("\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }

    /// What a closure makes. A value that it refuses is a mistake in the program, which ends with the error's sentence.
    package static func trap<Value>(_ make: () throws -> Value) -> Value {
        do { return try make() } catch { preconditionFailure("\(error)") }
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

extension BreakerOpenError: DescribedError {
    /// One sentence for a person.
    public var description: String {
        let seconds = min(retryAfter, .seconds(Int32.max)).components.seconds + 1
        return "\(host) has failed repeatedly. It is not asked again for \(seconds) s."
    }
}

/// Why a call has no credential to send.
///
/// A refresh that fails with another error, such as a `URLError`, passes that error to its callers.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CredentialError: Error, Hashable, Sendable {
    /// The refresh failed with an error of its own.
    case refreshFailed
    /// The refresh did not end in time.
    case refreshTimedOut
    /// The refresh itself was answered with 401. The user has to sign in again.
    case refused
    /// The refresh returned the credential that had been refused or had expired.
    case unchanged
    /// The policy's number of refreshes is used up. The next one is allowed after this time, counted from the failure.
    case tooManyRefreshes(retryAfter: Duration)
    /// The user signed out while the call waited for the credential.
    case signedOut
    /// The refresh was sent by a client that needs the refreshed credential. Use a client without it for the refresh.
    case circularRefresh
    /// A user name with a colon, or a text with control characters: it cannot be sent (RFC 7617 §2, RFC 9110 §5.5).
    case unsendable
}

extension CredentialError: DescribedError {
    /// One sentence for a person, without the credential.
    public var description: String {
        switch self {
        case .refreshFailed: "The credential could not be refreshed."
        case .refreshTimedOut: "The refresh of the credential did not end in time."
        case .refused: "The server refuses to refresh the credential: sign in again."
        case .unchanged: "The refresh gave back the credential that does not work any more."
        case .tooManyRefreshes: "The credential was refreshed repeatedly, and still does not work."
        case .signedOut: "The credential was taken away: sign in again."
        case .circularRefresh:
            "The refresh of the credential waits for itself: give it a client without the credential."
        case .unsendable: "The credential contains a character that cannot be sent."
        }
    }
}
