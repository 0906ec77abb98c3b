import EndpointCore

/// What the household API says when it refuses: `{"code": "not_found", "message": "There is no book \"1\"."}`
public struct APIError: Error, Codable, Hashable, Sendable {
    /// What programs decide by.
    public let code: Code

    /// What people read.
    public let message: String

    /// A refusal, as the server or a test makes it.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension APIError {
    /// The kind of a refusal. An open set: the server may add to it.
    public struct Code: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no such thing.
        public static let notFound = Code(rawValue: "not_found")
        /// The thing is there, but not for this method.
        public static let methodNotAllowed = Code(rawValue: "method_not_allowed")
        /// The body is of a type that the server does not take.
        public static let unsupportedMediaType = Code(rawValue: "unsupported_media_type")
        /// The request cannot be read.
        public static let malformed = Code(rawValue: "malformed")
        /// The request can be read, but breaks a rule, such as that a book has a title.
        public static let invalid = Code(rawValue: "invalid")
    }
}

extension APIError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person: `There is no book "1". (not_found)`
    public var description: String { "\(message) (\(code.rawValue))" }

    public var errorDescription: String? { description }
}
