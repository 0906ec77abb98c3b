import EndpointCore

extension ITunes {
    /// The calls. They share their response, so they are one type; parameters stand beside the method.
    public enum Route: JsonEndpoint {
        public typealias Content = SearchResult

        case search(String, media: Media = .software, offset: Int = 0, limit: Int = 20)
        case lookup(ids: [Int])

        public func makeRequest() throws -> URLRequest {
            switch self {
            case .search(let term, let media, let offset, let limit):
                try .get("search", query: ["term": term, "media": media, "offset": offset, "limit": limit])
            case .lookup(let ids):
                try .get("lookup", query: Query(["id": ids], arrays: .comma))
            }
        }
    }

    public enum Media: String, ParameterValue { case software, music, movie, podcast, ebook }
}
