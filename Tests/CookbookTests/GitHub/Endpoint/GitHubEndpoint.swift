import EndpointCore

/// What all calls have in common.
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
