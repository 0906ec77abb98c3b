import EndpointTesting
import HouseholdAPI

/// Which books are asked for.
struct BookFilter: Hashable, Sendable {
    var author: String?
    var limit: Int?

    func apply(to books: [Book]) -> [Book] {
        let matching = books.filter { book in
            author.map { book.author.lowercased().contains($0.lowercased()) } ?? true
        }
        return Array(matching.prefix(limit ?? .max))
    }
}

extension BookFilter {
    /// Reads a query such as `author=le%20guin&limit=2`. What it does not know, it ignores.
    init(query: String?) throws(APIError) {
        let items = URLComponents(string: "?\(query ?? "")")?.queryItems ?? []
        author = items.first { $0.name == "author" }?.value
        guard let text = items.first(where: { $0.name == "limit" })?.value else { return }
        guard let number = Int(text), number > 0 else { throw .invalid("A limit is a whole number from 1 on.") }
        limit = number
    }
}
