import EndpointCore

/// GIPHY's API. The key of the app is in the query of every call, but in no log, error or cassette.
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

/// A mistake in the configuration of the app.
public enum GiphyError: Error, Equatable, LocalizedError {
    case missingKey

    public var errorDescription: String? { "GIFs are not available: this app has no key for GIPHY." }
}

/// The common parts of all calls: the key in the query, and content in the member `data`.
public protocol GiphyEndpoint: Route, NestedJsonEndpoint {
    var key: String { get }
}

extension GiphyEndpoint {
    public static var contentKey: String { "data" }

    public func makeRequest() throws -> URLRequest {
        if key.isEmpty { throw GiphyError.missingKey }
        return try .get(path, query: ["api_key": key] + query)
    }
}
