import EndpointCore

/// Adds a book. The content is the book with the identifier that the server has given it.
public struct CreateBookEndpoint: JsonEndpoint {
    public typealias Content = Book

    public let draft: BookDraft

    public init(draft: BookDraft) {
        self.draft = draft
    }

    public func makeRequest() throws -> URLRequest {
        try .post("books", body: .json(draft))
    }
}
