import EndpointCore

/// The bottom layer: an endpoint is described by path, method, parameters, headers, body and the key of its content.
protocol LibraryEndpoint: Route, NestedJsonEndpoint {}

extension LibraryEndpoint {
    var headers: HeaderFields { ["Accept": "application/json"] }
}

/// The encoding of a body.
public enum LibraryEncoding: Sendable {
    case json, form

    func body(of book: Book) throws -> HTTPBody {
        switch self {
        case .json: try .json(book)
        case .form: .form(["id": book.id, "title": book.title])
        }
    }
}

struct ListBooks: LibraryEndpoint {
    typealias Content = [Book]
    static let contentKey = "book_list"

    let author: String?
    let decoder: JSONDecoder

    var path: URLPath { "books" }
    var query: URLQuery { ["author": author] }
}

struct ShowBook: LibraryEndpoint {
    typealias Content = Book
    static let contentKey = "book"

    let id: Book.ID
    let decoder: JSONDecoder

    var path: URLPath { "books/\(id)" }
}

struct AddBook: LibraryEndpoint {
    typealias Content = Book
    static let contentKey = "book"

    let book: Book
    let encoding: LibraryEncoding
    let decoder: JSONDecoder

    var path: URLPath { "books" }
    var method: HTTPMethod { .post }
    var body: HTTPBody? { get throws { try encoding.body(of: book) } }
}

public struct Book: Codable, Hashable, Identifiable, Sendable {
    public let id: String
    public let title: String

    public init(id: String, title: String) {
        (self.id, self.title) = (id, title)
    }
}
