import EndpointTesting
import HouseholdAPI

/// Which books a client wants to see.
struct BookFilter: Hashable, Sendable {
    var author: String?
    var limit: Int?

    func apply(to books: [Book]) -> [Book] {
        Array(books.filter(matches).prefix(limit ?? .max))
    }

    private func matches(_ book: Book) -> Bool {
        guard let author, !author.isEmpty else { return true }
        return book.author.lowercased().contains(author.lowercased())
    }
}

extension BookFilter {
    /// Reads a query such as `author=le+guin&limit=2`. Unknown items are ignored.
    init(query: String?) throws(APIError) {
        let query = (query ?? "").replacingOccurrences(of: "+", with: "%20")
        let items = URLComponents(string: "?\(query)")?.queryItems ?? []
        author = items.first { $0.name == "author" }?.value
        guard let text = items.first(where: { $0.name == "limit" })?.value else { return }
        guard let number = Int(text), (1...1000).contains(number) else {
            throw .invalid("A limit is a whole number from 1 to 1000.")
        }
        limit = number
    }
}
