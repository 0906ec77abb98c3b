/// A request method (RFC 9110 §9). Any token can be one.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The token as it is sent. Methods are case-sensitive, and the registered ones are upper case.
    public let rawValue: String

    /// A method from its token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads a representation. Most caches store responses to this method only.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads the headers that GET would return, without the body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Sends the body to the resource for processing.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the resource.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part of the resource (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes the resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Returns which methods and options the resource supports.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Returns the request as the server received it.
    public static let trace = HTTPMethod(rawValue: "TRACE")
    /// Reads what the body describes: a GET with a body (draft-ietf-httpbis-safe-method-w-body).
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// Opens a tunnel through a proxy. The clients of this package do not send it.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
}

extension HTTPMethod {
    /// Whether the method only reads (RFC 9110 §9.2.1; for QUERY its draft, §2). An unknown method is not safe.
    public var isSafe: Bool {
        [.get, .head, .options, .trace, .query].contains(self)
    }

    /// Whether sending the request twice has the same effect as sending it once (RFC 9110 §9.2.2). An unknown method is
    /// not idempotent.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
