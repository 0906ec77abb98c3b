import EndpointTesting
import HouseholdAPI
import Testing

extension Book {
    static let momo = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

    /// ``momo`` as the server sends it.
    static let momoJSON = #"{"id": "1", "title": "Momo", "author": "Michael Ende", "year": 1973}"#
}

extension APIError {
    static let noSuchBook = APIError(code: .notFound, message: "There is no book \"1\".")

    /// ``noSuchBook`` as the server sends it.
    static let noSuchBookJSON = #"{"code": "not_found", "message": "There is no book \"1\"."}"#
}

/// An answer as the server gives it.
func response(_ status: Int) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "https://household.example.com/v1/books"))
    return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
}
