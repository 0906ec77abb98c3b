import EndpointClient

/// The top layer: the interface for the rest of an app. Its client and its decoder are passed in.
public struct LibraryService: Sendable {
    private let client: any APIClient
    private let decoder: JSONDecoder

    public init(client: any APIClient, decoder: JSONDecoder = JSONDecoder()) {
        self.client = client
        self.decoder = decoder
    }

    public func books(by author: String? = nil) async throws -> [Book] {
        try await client.request(ListBooks(author: author, decoder: decoder))
    }

    public func book(_ id: Book.ID) async throws -> Book {
        try await client.request(ShowBook(id: id, decoder: decoder))
    }

    public func add(_ book: Book, as encoding: LibraryEncoding = .json) async throws -> Book {
        try await client.request(AddBook(book: book, encoding: encoding, decoder: decoder))
    }
}
