import EndpointCore

/// The books of the household, in the order in which they were added.
public struct BookListEndpoint: JsonEndpoint, PagedEndpoint {
    public typealias Content = [Book]

    /// Only books whose author's name contains this text, whatever its case.
    public let author: String?

    /// The largest number of books to answer with, from 1 to 1000.
    public let limit: Int?

    /// The number of the page, from 1, with up to `limit` books; nil for a list without pages.
    public let page: Int?

    public init(author: String? = nil, limit: Int? = nil, page: Int? = nil) {
        self.author = author
        self.limit = limit
        self.page = page
    }

    public func makeRequest() throws -> URLRequest {
        try .get("books", query: ["author": author, "limit": limit, "page": page])
    }

    public func nextPage(after books: [Book], _ response: HTTPURLResponse) -> BookListEndpoint? {
        guard let page, LinkHeader(response)["next"] != nil else { return nil }
        return BookListEndpoint(author: author, limit: limit, page: page + 1)
    }
}
