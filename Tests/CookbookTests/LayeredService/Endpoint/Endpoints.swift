import EndpointCore

struct ListBooks: LibraryEndpoint {
    typealias Content = [Book]
    static let contentKey = "book_list"

    let author: String?
    let decoder: JSONDecoder

    var path: Path { "books" }
    var query: Query { ["author": author] }
}

struct ShowBook: LibraryEndpoint {
    typealias Content = Book
    static let contentKey = "book"

    let id: Book.ID
    let decoder: JSONDecoder

    var path: Path { "books/\(id)" }
}

struct AddBook: LibraryEndpoint {
    typealias Content = Book
    static let contentKey = "book"

    let book: Book
    let encoding: LibraryEncoding
    let decoder: JSONDecoder

    var path: Path { "books" }
    var method: HTTPMethod { .post }
    var body: HTTPBody? { get throws { try encoding.body(of: book) } }
}
