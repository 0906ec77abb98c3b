import EndpointTesting

/// A book by its identifier.
struct BookEndpoint: JsonEndpoint {
    typealias Content = Book

    let id: String

    func makeRequest() throws -> URLRequest {
        try .get("books/\(id)")
    }
}
