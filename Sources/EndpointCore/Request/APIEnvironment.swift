/// Where an API lives: production, staging, this machine. An `enum` may be one.
///
/// ```swift
/// enum Host: APIEnvironment {
///     case production, local
///
///     var baseURL: URL {
///         switch self {
///         case .production: URL(string: "https://api.example.com/v1")!
///         case .local: URL(string: "http://localhost:8080/v1")!
///         }
///     }
/// }
/// ```
public protocol APIEnvironment: Sendable {
    /// What relative requests are resolved below. Its path stays, with or without a trailing slash; its query goes in front of
    /// each request's own.
    var baseURL: URL { get }

    /// Sent with every request to the origin of ``baseURL``, unless the request has its own value. None by default.
    var headers: [String: String] { get }

    /// Whether cleartext `http` may go to other machines than this one. False by default.
    var allowsInsecureConnections: Bool { get }
}

extension APIEnvironment {
    public var headers: [String: String] { [:] }
    public var allowsInsecureConnections: Bool { false }
}
