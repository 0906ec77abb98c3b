import EndpointCore

/// The books of the household, in the order in which they were added.
public struct BookListEndpoint: JsonEndpoint {
    public typealias Content = [Book]

    /// Only books whose author's name contains this text, whatever its case.
    public let author: String?

    /// The largest number of books to answer with, from 1 to 1000.
    public let limit: Int?

    public init(author: String? = nil, limit: Int? = nil) {
        self.author = author
        self.limit = limit
    }

    public func makeRequest() throws -> URLRequest {
        try .get("books", query: ["author": author, "limit": limit])
    }
}
