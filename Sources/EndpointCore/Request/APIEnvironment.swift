/// The base URL and common headers of an API: production, staging, this machine. An `enum` can conform.
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
    /// The URL that relative requests are resolved against. Its path is kept, with or without a trailing slash; its
    /// query items precede those of the request.
    var baseURL: URL { get }

    /// The headers of every request to the origin of ``baseURL``, unless the request has its own value. None by
    /// default.
    var headers: HeaderFields { get }

    /// Whether unencrypted `http` to other machines is allowed. False by default.
    var allowsInsecureConnections: Bool { get }
}

extension APIEnvironment {
    public var headers: HeaderFields { [:] }
    public var allowsInsecureConnections: Bool { false }
}
