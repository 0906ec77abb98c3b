/// A credential that does not change, to be given in one line: `.bearer("…")`.
///
/// One that cannot be sent, such as a token with a line break, is reported when a request needs it: making it never throws.
/// Its text forms and dumps show the header's name alone.
public struct Credential: Hashable, Sendable {
    let authorization: Result<Authorization, CredentialError>

    /// A bearer token (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential { () throws(CredentialError) in try .bearer(token) }
    }

    /// A user name and a password, in UTF-8 (RFC 7617 §2).
    public static func basic(user: String, password: String) -> Credential {
        Credential { () throws(CredentialError) in try .basic(user: user, password: password) }
    }

    /// An API key in a header of its own.
    public static func header(_ name: String, _ value: String) -> Credential {
        Credential { () throws(CredentialError) in try .header(name, value) }
    }

    private init(_ make: () throws(CredentialError) -> Authorization) {
        authorization = Result(catching: make)
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch authorization {
        case .success(let authorization): authorization.description
        case .failure(let error): "\(error)"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
