import EndpointCore

extension GitHub {
    /// Reads the rate limit. This call does not count against it.
    public struct ShowQuota: GitHubEndpoint, NestedJsonEndpoint {
        public typealias Content = Quota
        public static let contentKey = "rate"
        public let path: URLPath = "rate_limit"

        public init() {}
    }

    public struct SearchRepositories: GitHubEndpoint, JsonEndpoint {
        public typealias Content = SearchResponse<Repository>
        public let path: URLPath = "search/repositories"
        public let query: URLQuery

        public init(_ words: String, page: Int? = nil) {
            query = ["q": words, "page": page]
        }
    }

    /// The repositories of a user, in pages. The link to the next page is in a header.
    public struct ListRepositories: GitHubEndpoint, JsonEndpoint, PagedEndpoint {
        public typealias Content = [Repository]
        public let path: URLPath

        public init(of user: String) {
            path = "users/\(user)/repos"
        }

        private init(at url: URL) {
            path = URLPath(stringLiteral: url.absoluteString)
        }

        public func nextPage(after page: [Repository], _ response: HTTPURLResponse) throws -> ListRepositories? {
            guard let link = LinkHeader(response)["next"] else { return nil }
            guard let url = link.url(from: response) else { throw RequestError(.url(link.target)) }
            return ListRepositories(at: url)
        }
    }
}

extension GitHub {
    public struct Quota: Decodable, Sendable {
        public let limit, remaining: Int
    }

    public struct Repository: Decodable, Hashable, Sendable {
        public let id: Int64
        public let name: String
    }

    public struct SearchResponse<Item: Decodable & Sendable>: Decodable, Sendable {
        public let items: [Item]
        public let totalCount: Int

        private enum CodingKeys: String, CodingKey { case items, totalCount = "total_count" }
    }
}
