/// A header field that identifies the sender of a request: `.bearer("…")`.
///
/// The initializers never throw. A credential that cannot be sent, such as a token with a line break, is reported as
/// `CredentialError.unsendable`, or `.empty`, when a request needs it. Descriptions and dumps show only the name of the
/// header.
public struct Credential: Hashable, Sendable {
    /// The name of the header.
    let name: String

    /// The value of the header, which is a secret, or why it cannot be sent.
    private let value: Result<String, CredentialError>

    private init(name: String, value: String, isEmpty: Bool, isSendable: Bool) {
        self.name = name
        self.value = isEmpty ? .failure(.empty) : isSendable ? .success(value) : .failure(.unsendable)
    }

    /// A bearer token (RFC 6750 §2.1). One that is empty or has characters other than visible ASCII cannot be sent.
    public static func bearer(_ token: String) -> Credential {
        Credential(
            name: "Authorization", value: "Bearer \(token)", isEmpty: token.isEmpty,
            isSendable: token.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    /// A user name and a password, in UTF-8 (RFC 7617 §2). A user name with a colon, or a control character in either,
    /// cannot be sent.
    public static func basic(user: String, password: String) -> Credential {
        let pair = Array("\(user):\(password)".utf8)
        let isSendable = !user.utf8.contains(UInt8(ascii: ":")) && !pair.contains(where: \.isControl)
        return Credential(
            name: "Authorization", value: "Basic \(Data(pair).base64EncodedString())", isEmpty: false,
            isSendable: isSendable)
    }

    /// An API key in a header of its own. A header that `HeaderRules` rejects cannot be sent.
    public static func header(_ name: String, _ value: String) -> Credential {
        let isSendable = (try? HeaderRules.check(name: name, value: value)) != nil
        return Credential(name: name, value: value, isEmpty: value.isEmpty, isSendable: isSendable)
    }

    /// The value of the header.
    ///
    /// - Throws: `CredentialError.unsendable` or `.empty`.
    func headerValue() throws(CredentialError) -> String { try value.get() }
}

extension Credential: DescriptionOnly {
    /// `Authorization: ‹redacted›`
    public var description: String {
        switch value {
        case .success: "\(name): ‹redacted›"
        case .failure(let error): "\(error)"
        }
    }
}

/// A credential with the time at which it expires, as a refresh returns it.
public struct ExpiringCredential: Hashable, Sendable {
    private enum Expiry: Hashable {
        case after(Duration)
        case at(Date)
    }

    /// The credential to send until then.
    let credential: Credential

    private let expiry: Expiry?

    /// A credential that expires after a time, such as the `expires_in` of RFC 6749 §5.1. With nil it is assumed never
    /// to expire.
    public init(_ credential: Credential, expiresIn lifetime: Duration? = nil) {
        self.credential = credential
        expiry = lifetime.map { .after($0) }
    }

    /// A credential that expires at a date.
    public init(_ credential: Credential, expiresAt date: Date) {
        self.credential = credential
        expiry = .at(date)
    }

    /// How long it is valid, counted from the given date; nil if it never expires.
    func lifetime(at date: Date) -> Duration? {
        switch expiry {
        case nil: nil
        case .after(let lifetime): lifetime.clamped(to: .seconds(-1_000_000_000) ... .seconds(1_000_000_000))
        // `max` and `min` return their first argument when the second is NaN: a date that is not a number is in the
        // distant past.
        case .at(let end): .seconds(max(-1e9, min(1e9, end.timeIntervalSince(date))))
        }
    }
}
