import EndpointCore

/// The body of every failure of the household API: `{"code": "not_found", "message": "There is no book \"1\"."}`
public struct APIError: APIFailure, Codable, Hashable {
    /// The kind of failure, for programs.
    public let code: Code

    /// A sentence for people.
    public let message: String

    /// The request and the response, which are not part of the JSON.
    public var exchange = FailedExchange()

    /// An error, as the server or a test makes it.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension APIError {
    /// The kind of a failure. An open set: the server may add to it.
    public struct Code: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is nothing at this path.
        public static let notFound = Code(rawValue: "not_found")
        /// The path exists, but not for this method.
        public static let methodNotAllowed = Code(rawValue: "method_not_allowed")
        /// The body has a media type that the server does not accept.
        public static let unsupportedMediaType = Code(rawValue: "unsupported_media_type")
        /// The body is not JSON.
        public static let malformed = Code(rawValue: "malformed")
        /// The request breaks a rule, such as that a book has a title.
        public static let invalid = Code(rawValue: "invalid")
    }
}

/// What all endpoints of the household API share: a failure whose body is an `APIError` throws it; any other is an
/// `HTTPError`.
public protocol HouseholdEndpoint: Endpoint {}

extension HouseholdEndpoint {
    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: APIError.self)
    }
}
