/// A credential that expires and is refreshed, shared by all calls, and by all clients that use it.
///
/// ```swift
/// let plain = LiveClient(baseURL: api)
/// let tokens = RefreshingCredential { _ in
///     let answer = try await plain.request(TokenEndpoint(refreshToken: keychain.refreshToken))
///     return ExpiringCredential(.bearer(answer.accessToken), expiresIn: .seconds(answer.expiresIn))
/// }
/// let client = plain.authorizing(with: tokens).retrying()
/// ```
///
/// There is one refresh at a time: in the background, a minute before the credential expires or when a quarter of its
/// lifetime is left, and when a server refuses it. Calls that need the new credential wait for it; a call that was
/// refused is sent once more. The error of a failed refresh is thrown by all waiting calls, and by those that start in
/// the pause after it: at least 1 s, then three to six times as long as refreshes have been failing, at most five
/// minutes (``CredentialRefreshPolicy/longestPause``). The first call after the pause starts another refresh. A refresh
/// in the background that failed is not repeated before the credential has expired; if no call waits for it, the call
/// that started it reports `CallStep.refreshFailed`. A credential that was refused isn't sent again. At most three
/// refreshes after a 401 may succeed in a minute.
///
/// A refresh token that was revoked or has expired ends the session: when the closure throws
/// `CredentialError.invalidGrant`, or an `HTTPError` whose body says so as RFC 6749 §5.2 defines, calls that need a
/// credential throw this error at once, and no refresh starts until ``signIn(_:)``.
///
/// A path that responds with 401 even to a new credential gets no further refresh for a second, and for a minute if it
/// refuses the one after it as well: its 401 is final, and the refreshes are left to other calls. `retrying()` around
/// the calls doesn't repeat a refresh; the client of the refresh may. That must be a client without this credential.
/// Copies share all state.
public struct RefreshingCredential: Sendable {
    let refresher: CredentialRefresher

    /// Takes the first credential, if there is one, and a closure that returns the next one; its argument is the last
    /// one, nil if there was none. Waiting calls throw the error of the closure, but `CredentialError.refreshFailed`
    /// for its `CancellationError`: they were not cancelled.
    ///
    /// `time` measures lifetimes; expiry dates are compared to its date.
    public init(
        _ first: ExpiringCredential? = nil, policy: CredentialRefreshPolicy = .standard,
        time: TimeSource = .system,
        refresh: @escaping @Sendable (Credential?) async throws -> ExpiringCredential
    ) {
        refresher = CredentialRefresher(policy, time, refresh)
        first.map { signIn($0) }
    }

    /// Sets a credential that the app has obtained itself, such as by a sign-in. Waiting calls are sent with it. If
    /// it cannot be sent, they and all later calls throw `CredentialError.unsendable`, until another one is set.
    public func signIn(_ credential: ExpiringCredential) {
        refresher.signIn(credential)
    }

    /// Removes the credential. Waiting calls throw `CredentialError.signedOut`; the next call starts a refresh, except
    /// after `CredentialError.invalidGrant`.
    public func signOut() {
        refresher.signOut()
    }
}

extension RefreshingCredential: CustomStringConvertible {
    /// The type's name, without the credential.
    public var description: String { "RefreshingCredential" }
}

extension CredentialError {
    /// The category of an error that a refresh threw.
    init(failedRefresh error: any Error) {
        switch error {
        case let error as CredentialError: self = error
        case _ where error.httpError?.isInvalidGrant == true: self = .invalidGrant
        case _ where error.httpError?.status == 401: self = .refused
        default: self = .refreshFailed
        }
    }
}

extension HTTPError {
    /// Whether a token endpoint says that the refresh token is invalid, expired or revoked (RFC 6749 §5.2): with 400,
    /// or 401 or 403, as some servers do.
    fileprivate var isInvalidGrant: Bool {
        struct Answer: Decodable {
            let error: String
        }
        guard (400..<500).contains(status), body.count <= 1 << 16 else { return false }
        return (try? JSONDecoder().decode(Answer.self, from: body))?.error == "invalid_grant"
    }
}
