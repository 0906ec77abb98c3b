import EndpointTesting
import HouseholdAPI

/// The refusals of the service, with their messages.
extension APIError {
    static func noSuchBook(_ id: Book.ID) -> APIError {
        APIError(code: .notFound, message: "There is no book \"\(id)\".")
    }

    static func noCover(_ id: Book.ID) -> APIError {
        APIError(code: .notFound, message: "Book \"\(id)\" has no cover.")
    }

    static func noSuchPath(_ path: String) -> APIError {
        APIError(code: .notFound, message: "There is nothing at \(path).")
    }

    static func notAllowed(_ method: String) -> APIError {
        APIError(code: .methodNotAllowed, message: "\(method) cannot be used here.")
    }

    static func wrongType(expected: String) -> APIError {
        APIError(code: .unsupportedMediaType, message: "The body has to be \(expected).")
    }

    static func invalid(_ message: String) -> APIError {
        APIError(code: .invalid, message: message)
    }

    /// Why a body cannot be decoded: broken JSON, or JSON of another shape.
    static func unreadable(_ error: any Error) -> APIError {
        switch error {
        case DecodingError.keyNotFound(let key, _): .invalid("\"\(key.stringValue)\" is missing.")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            .invalid("\"\(context.codingPath.last?.stringValue ?? "The body")\" is of the wrong type.")
        default: APIError(code: .malformed, message: "The body is not JSON.")
        }
    }
}
