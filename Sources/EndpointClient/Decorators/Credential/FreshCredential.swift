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
