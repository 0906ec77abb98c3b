import EndpointCore

extension GitHub {
    /// How much is left; asking costs nothing.
    public struct ShowQuota: GitHubEndpoint, NestedJsonEndpoint {
        public typealias Content = Quota
        public static let contentKey = "rate"
        public let path: Path = "rate_limit"

        public init() {}
    }

    public struct SearchRepositories: GitHubEndpoint, JsonEndpoint {
        public typealias Content = SearchResponse<Repository>
        public let path: Path = "search/repositories"
        public let query: Query

        public init(_ words: String, page: Int? = nil) {
            query = ["q": words, "page": page]
        }
    }

    /// Somebody's repositories, page by page: the next one stands in a header.
    public struct ListRepositories: GitHubEndpoint {
        public typealias Content = Page
        public let path: Path

        public init(of user: String) {
            path = "users/\(user)/repos"
        }

        private init(at link: WebLink) {
            path = Path(stringLiteral: link.target)
        }

        public func content(from response: URLResponse?, with body: Data) throws -> Page {
            Page(
                items: try decode([Repository].self, from: response, with: body),
                next: LinkHeader(response)["next"].map(ListRepositories.init))
        }
    }
}
