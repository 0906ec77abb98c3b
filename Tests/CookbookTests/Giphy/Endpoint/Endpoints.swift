import EndpointCore

extension Giphy {
    public struct Search: GiphyEndpoint {
        public typealias Content = [GIF]
        public let key: String
        let words: String
        let page: Page

        public var path: Path { "search" }
        public var query: Query { ["q": words] + page.query }

        public func next(after gifs: [GIF]) -> Search? {
            page.next(after: gifs).map { Search(key: key, words: words, page: $0) }
        }
    }

    public struct Trending: GiphyEndpoint {
        public typealias Content = [GIF]
        public let key: String
        let page: Page

        public var path: Path { "trending" }
        public var query: Query { page.query }
    }

    public struct Show: GiphyEndpoint {
        public typealias Content = GIF
        public let key: String
        let id: GIF.ID

        public var path: Path { "\(id)" }
    }
}
