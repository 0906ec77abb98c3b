import EndpointCore

extension Giphy {
    public struct Search: GiphyEndpoint, PagedEndpoint {
        public typealias Content = [GIF]
        public let key: String
        let words: String
        let page: Page

        public var path: URLPath { "search" }
        public var query: URLQuery { ["q": words] + page.query }

        public func nextPage(after gifs: [GIF], _ response: HTTPURLResponse) -> Search? {
            page.next(after: gifs).map { Search(key: key, words: words, page: $0) }
        }
    }

    public struct Trending: GiphyEndpoint {
        public typealias Content = [GIF]
        public let key: String
        let page: Page

        public var path: URLPath { "trending" }
        public var query: URLQuery { page.query }
    }

    public struct Show: GiphyEndpoint {
        public typealias Content = GIF
        public let key: String
        let id: GIF.ID

        public var path: URLPath { "\(id)" }
    }
}

public struct GIF: Codable, Hashable, Identifiable, Sendable {
    public let id, title: String
    public let url: URL
}

/// The offset and the size of a page.
public struct Page: Hashable, Sendable {
    public let offset, limit: Int

    public init(offset: Int = 0, limit: Int = 25) {
        (self.offset, self.limit) = (offset, limit)
    }

    var query: URLQuery { ["offset": offset, "limit": limit] }

    /// The next page; nil after the last one, which is not full.
    func next(after gifs: [GIF]) -> Page? {
        gifs.count < limit ? nil : Page(offset: offset + limit, limit: limit)
    }
}
