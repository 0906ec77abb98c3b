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
    /// The refresh token is no longer valid: the refresh was answered with the error `invalid_grant` (RFC 6749 §5.2).
    /// No refresh starts until a sign-in has set another credential.
    case invalidGrant
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
    /// An empty token or key.
    case empty
}

extension CredentialError: DescribedError {
    /// One sentence for people to read, without the credential.
    public var description: String {
        switch self {
        case .refreshFailed: "The credential could not be refreshed."
        case .refreshTimedOut: "The refresh of the credential timed out."
        case .refused: "The server refuses to refresh the credential: sign in again."
        case .invalidGrant: "The session has ended, and its refresh token is no longer valid: sign in again."
        case .unchanged: "The refresh returned the rejected credential."
        case .tooManyRefreshes: "The credential was refreshed repeatedly, and still does not work."
        case .signedOut: "The credential was removed: sign in again."
        case .circularRefresh:
            "The refresh of the credential waits for itself: use a client without the credential for it."
        case .unsendable:
            "The credential contains a character that cannot be sent, such as a line break at its end: remove it."
        case .empty: "The credential is empty: its token or key has no characters."
        }
    }
}
