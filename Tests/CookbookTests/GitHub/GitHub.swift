import EndpointCore

/// GitHub's API, with or without a token.
public struct GitHub: APIEnvironment {
    public let baseURL = URL(string: "https://api.github.com")!
    public let headers: [String: String]

    public init(token: String? = nil) {
        headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    }
}

/// The body of GitHub's failures.
public struct GitHubError: Error, Decodable, LocalizedError {
    public struct Field: Decodable, Sendable {
        public let field, code: String?
    }

    public let message: String
    public let errors: [Field]?

    /// The rate limit. It is read from the headers, not from the body.
    public internal(set) var rateLimit: RateLimit?

    private enum CodingKeys: CodingKey { case message, errors }

    public var errorDescription: String? {
        if rateLimit?.remaining == 0 { return "GitHub takes no more requests for now. Sign in, or try again later." }
        guard let field = errors?.first?.field else { return message }
        return "GitHub did not accept this. Check what you have entered for \"\(field)\"."
    }
}

/// The headers and the validation of all calls.
public protocol GitHubEndpoint: Route {}

extension GitHubEndpoint {
    public var headers: [String: String] {
        ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]
    }

    public func validate(_ response: URLResponse?, with body: Data) throws {
        do {
            try HTTPError.check(response, with: body, orThrow: GitHubError.self)
        } catch var error as GitHubError {
            error.rateLimit = RateLimit(response)
            throw error
        }
    }
}
