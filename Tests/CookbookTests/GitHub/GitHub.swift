import EndpointCore

/// GitHub's API, with or without a token.
public struct GitHub: APIEnvironment {
    public let baseURL = URL(string: "https://api.github.com")!
    public let headers: HeaderFields

    public init(token: String? = nil) {
        headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    }
}

/// The body of GitHub's failures.
public struct GitHubError: APIFailure, Decodable {
    public struct Field: Decodable, Sendable {
        public let field, code: String?
    }

    public let message: String
    public let errors: [Field]?

    public var exchange = FailedExchange()

    public var userMessage: String {
        if exchange.http?.rateLimit?.remaining == 0 {
            return "GitHub takes no more requests for now. Sign in, or try again later."
        }
        guard let field = errors?.first?.field else { return message }
        return "GitHub did not accept this. Check what you have entered for \"\(field)\"."
    }
}

/// The headers and the validation of all calls.
public protocol GitHubEndpoint: Route {}

extension GitHubEndpoint {
    public var headers: HeaderFields {
        ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]
    }

    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: GitHubError.self)
    }
}
