import EndpointCore

/// What all calls have in common: the key, and an answer whose content stands under `data`.
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
