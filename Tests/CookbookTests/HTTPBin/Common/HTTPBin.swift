import EndpointCore

/// The service that answers with what it was asked.
public enum HTTPBin {
    /// Where it runs.
    public enum Host: APIEnvironment {
        case production, development, local(port: Int)

        public var baseURL: URL {
            switch self {
            case .production: URL(string: "https://httpbin.org")!
            case .development: URL(string: "https://dev.httpbin.org")!
            case .local(let port): URL(string: "http://127.0.0.1:\(port)")!
            }
        }
    }
}
