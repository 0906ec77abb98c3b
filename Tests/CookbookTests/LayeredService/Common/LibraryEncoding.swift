import EndpointCore

/// How a body is written.
public enum LibraryEncoding: Sendable {
    case json, form

    func body(of book: Book) throws -> HTTPBody {
        switch self {
        case .json: try .json(book)
        case .form: .form(["id": book.id, "title": book.title])
        }
    }
}
