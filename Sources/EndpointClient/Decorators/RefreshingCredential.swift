/// A credential that runs out and is renewed: one for all calls, and for all clients that are given it.
///
/// ```swift
/// let plain = URLSessionClient(baseURL: api)
/// let tokens = RefreshingCredential { _ in
///     let answer = try await plain.request(TokenEndpoint(refreshToken: keychain.refreshToken))
///     return FreshCredential(.bearer(answer.accessToken), expiresIn: .seconds(answer.expiresIn))
/// }
/// let client = plain.authorizing(with: tokens).retrying()
/// ```
///
/// There is one refresh at a time: a minute before the credential ends, in the background, and when a server refuses it. Whoever
/// needs the new one waits, and is sent once more if it was refused. A failed refresh reaches all who wait, and the next call
/// tries again, up to three times a minute; `retrying()` around them does not, but the refresh's own client may. That is a client without
/// this credential. Copies share everything.
public struct RefreshingCredential: Sendable {
    let desk: CredentialRefresher

    /// A credential, and how to get the next one; the closure gets the last one, nil if there was none. What it throws is what
    /// those who wait get; a `CancellationError`, which is none of theirs, becomes `CredentialError.refreshFailed`.
    ///
    /// The clock measures lifetimes, and `now` dates those that end at a time of the calendar.
    public init(
        _ first: FreshCredential? = nil, policy: CredentialRefreshPolicy = .standard,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable (Authorization?) async throws -> FreshCredential
    ) {
        desk = CredentialRefresher(policy, ElapsedClock(clock), now, refresh)
        first.map { signIn($0) }
    }

    /// Takes a credential that the app has got by itself: someone has signed in. Those who wait get it.
    public func signIn(_ credential: FreshCredential) {
        desk.signIn(credential)
    }

    /// Forgets the credential. Those who wait get `CredentialError.signedOut`; the next call begins a refresh.
    public func signOut() {
        desk.signOut()
    }
}

extension RefreshingCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the credential.
    public var description: String { "RefreshingCredential" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A credential as a refresh brings it, with its end if it has one.
public struct FreshCredential: Hashable, Sendable {
    enum End: Hashable {
        case after(Duration)
        case at(Date)
    }

    let credential: Credential
    let end: End?

    /// A credential that ends after a time, such as the `expires_in` of RFC 6749 §5.1; nil if it does not say.
    public init(_ credential: Credential, expiresIn lifetime: Duration? = nil) {
        self.credential = credential
        end = lifetime.map { .after($0) }
    }

    /// A credential that ends at a time of the calendar.
    public init(_ credential: Credential, expiresAt date: Date) {
        self.credential = credential
        end = .at(date)
    }

    /// Its lifetime from now on.
    func lifetime(at date: Date) -> Duration? {
        switch end {
        case nil: nil
        case .after(let lifetime): lifetime
        // A bound stands first, so that it is what comes of a date that is none.
        case .at(let end): .seconds(max(-1e9, min(1e9, end.timeIntervalSince(date))))
        }
    }
}

extension CredentialError {
    /// What the machine is told of an error that a refresh threw.
    init(failedRefresh error: any Error) {
        switch error {
        case let error as CredentialError: self = error
        case let error as HTTPError where error.status == 401: self = .refused
        default: self = .refreshFailed
        }
    }
}
