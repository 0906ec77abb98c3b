import EndpointCore

/// Replaces the book with the same identifier. The content is the book as the server stores it.
public struct UpdateBookEndpoint: JsonEndpoint {
    public typealias Content = Book

    public let book: Book

    public init(book: Book) {
        self.book = book
    }

    public func makeRequest() throws -> URLRequest {
        try .put("books/\(book.id)", body: .json(book))
    }
}
