import EndpointCore

/// Deletes a book and its cover.
public struct DeleteBookEndpoint: VoidEndpoint {
    public let id: Book.ID

    public init(id: Book.ID) {
        self.id = id
    }

    public func makeRequest() throws -> URLRequest {
        try .delete("books/\(id)")
    }
}
