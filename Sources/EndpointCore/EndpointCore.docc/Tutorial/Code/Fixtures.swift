import HouseholdAPI

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
