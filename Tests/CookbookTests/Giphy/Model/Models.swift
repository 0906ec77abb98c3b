import EndpointCore

public struct GIF: Codable, Hashable, Identifiable, Sendable {
    public let id, title: String
    public let url: URL
}

/// Where to begin, and how many to show.
public struct Page: Hashable, Sendable {
    public let offset, limit: Int

    public init(offset: Int = 0, limit: Int = 25) {
        (self.offset, self.limit) = (offset, limit)
    }

    var query: Query { ["offset": offset, "limit": limit] }

    /// Nil behind the last page, which is not full.
    func next(after gifs: [GIF]) -> Page? {
        gifs.count < limit ? nil : Page(offset: offset + limit, limit: limit)
    }
}
