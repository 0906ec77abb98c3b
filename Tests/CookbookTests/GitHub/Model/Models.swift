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

    /// Not decodable: one half is in the body, the other in a header.
    public struct Page: Sendable {
        public let items: [Repository]
        public let next: ListRepositories?
    }
}
