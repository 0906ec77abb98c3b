import EndpointCore

/// One page of what was found.
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
