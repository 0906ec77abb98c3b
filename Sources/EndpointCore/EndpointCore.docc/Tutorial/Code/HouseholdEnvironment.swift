import EndpointCore

/// Where the household API is served.
public enum HouseholdEnvironment: APIEnvironment {
    /// The public server.
    case production
    /// Another server, such as one on this machine that was started with `swift run Household serve`.
    case server(URL)

    public var baseURL: URL {
        switch self {
        case .production: URL(string: "https://household.example.com/v1")!
        case .server(let url): url
        }
    }

    public var headers: HeaderFields { ["Accept": "application/json"] }
}
