import EndpointCore

/// Adds a book, and answers with the book as the server keeps it.
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
