import EndpointCore

/// GitHub's API, for somebody with a token or for anybody.
public struct GitHub: APIEnvironment {
    public let baseURL = URL(string: "https://api.github.com")!
    public let headers: [String: String]

    public init(token: String? = nil) {
        headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    }
}
