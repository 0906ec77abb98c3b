import EndpointTesting
import HouseholdAPI

/// The resource of a path.
enum Resource: Hashable, Sendable {
    case books
    case book(Book.ID)
    case cover(Book.ID)
    case events

    /// The resource of a path such as `/v1/books/a%2Fb`, or nil if there is none.
    init?(path: String) {
        if path == "/v1/events" {
            self = .events
            return
        }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(\.removingPercentEncoding)
        guard segments.starts(with: ["", "v1", "books"]) else { return nil }
        let rest = segments.dropFirst(3).map { $0 ?? "" }
        switch rest.count {
        case 0: self = .books
        case 1 where !rest[0].isEmpty: self = .book(rest[0])
        case 2 where !rest[0].isEmpty && rest[1] == "cover": self = .cover(rest[0])
        default: return nil
        }
    }

    /// The methods that may be used on it.
    var methods: [String] {
        switch self {
        case .books: ["GET", "HEAD", "POST"]
        case .book: ["GET", "HEAD", "PUT", "DELETE"]
        case .cover: ["GET", "HEAD", "PUT"]
        case .events: ["GET"]
        }
    }
}
