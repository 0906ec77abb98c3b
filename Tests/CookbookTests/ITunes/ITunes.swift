import EndpointCore

/// Apple's search API for its stores.
public struct ITunes: APIEnvironment {
    public let baseURL = URL(string: "https://itunes.apple.com")!

    public init() {}
}

extension ITunes {
    /// The calls. All have the same response, so one type is enough.
    public enum Route: JsonEndpoint {
        public typealias Content = SearchResult

        case search(String, media: Media = .software, offset: Int = 0, limit: Int = 20)
        case lookup(ids: [Int])

        public func makeRequest() throws -> URLRequest {
            switch self {
            case .search(let term, let media, let offset, let limit):
                try .get("search", query: ["term": term, "media": media, "offset": offset, "limit": limit])
            case .lookup(let ids):
                try .get("lookup", query: URLQuery(["id": ids], arrays: .comma))
            }
        }
    }

    public enum Media: String, ParameterValue { case software, music, movie, podcast, ebook }
}

/// One page of search results.
public struct SearchResult: Decodable, Sendable {
    public let resultCount: Int
    public let results: [Item]

    public struct Item: Decodable, Sendable {
        public let trackId: Int
        public let trackName: String
        public let primaryGenreName: String
        public let artworkUrl100: URL
        public let averageUserRating: Double?
        public let screenshotUrls: [URL]?
        public let formattedPrice, description, releaseNotes, artistName, collectionName: String?
    }
}
