import EndpointCore

/// GIPHY, and the key that it knows the app by: in the query of every call, and in no log, error or cassette.
public struct Giphy: APIEnvironment {
    public let baseURL = URL(string: "https://api.giphy.com/v1/gifs")!
    private let key: String

    public init(key: String) {
        self.key = key
    }

    public func search(_ words: String, _ page: Page = Page()) -> Search {
        Search(key: key, words: words, page: page)
    }

    public func trending(_ page: Page = Page()) -> Trending {
        Trending(key: key, page: page)
    }

    public func gif(_ id: GIF.ID) -> Show {
        Show(key: key, id: id)
    }
}
