/// A header that says who asks: a credential that does not change.
///
/// Its text forms and dumps show the header's name alone.
public struct Authorization: Hashable, Sendable {
    /// The header's name.
    public let name: String

    /// The header's value: a secret.
    public let value: String

    /// An API key in a header of its own.
    ///
    /// - Throws: ``CredentialError/unsendable`` for a header that ``HeaderRules`` refuses.
    public static func header(_ name: String, _ value: String) throws(CredentialError) -> Authorization {
        guard (try? HeaderRules.check(name: name, value: value)) != nil else { throw .unsendable }
        return Authorization(name: name, value: value)
    }

    /// A bearer token (RFC 6750 §2.1).
    ///
    /// - Throws: ``CredentialError/unsendable`` for a token that is empty, or not of visible ASCII without blanks.
    public static func bearer(_ token: String) throws(CredentialError) -> Authorization {
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unsendable }
        return Authorization(name: "Authorization", value: "Bearer \(token)")
    }

    /// A user name and a password, in UTF-8 (RFC 7617 §2).
    ///
    /// - Throws: ``CredentialError/unsendable`` for a user name with a colon, or control characters in either.
    public static func basic(user: String, password: String) throws(CredentialError) -> Authorization {
        let pair = Array("\(user):\(password)".utf8)
        guard !user.utf8.contains(UInt8(ascii: ":")), !pair.contains(where: \.isControl) else {
            throw .unsendable
        }
        return Authorization(name: "Authorization", value: "Basic \(Data(pair).base64EncodedString())")
    }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(name): ‹redacted›" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
