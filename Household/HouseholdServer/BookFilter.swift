import EndpointTesting
import HouseholdAPI

/// Which books a client wants to see, and in which pages.
struct BookFilter: Hashable, Sendable {
    var author: String?
    var limit: Int?

    /// The number of a page, from 1; nil for a list without pages.
    var page: Int?

    func apply(to books: [Book]) -> [Book] {
        Array(books.filter(matches).dropFirst(offset).prefix(size))
    }

    /// The filter of the next page; nil if there is none.
    func next(in books: [Book]) -> BookFilter? {
        guard let page, books.count(where: matches) > offset + size else { return nil }
        return BookFilter(author: author, limit: limit, page: page + 1)
    }

    private var size: Int { limit ?? (page == nil ? .max : 20) }
    private var offset: Int { page.map { ($0 - 1) * size } ?? 0 }

    private func matches(_ book: Book) -> Bool {
        guard let author, !author.isEmpty else { return true }
        return book.author.lowercased().contains(author.lowercased())
    }
}

extension BookFilter {
    /// Reads a query such as `author=le+guin&limit=2&page=1`. Unknown items are ignored.
    init(query: String?) throws(APIError) {
        let query = (query ?? "").replacingOccurrences(of: "+", with: "%20")
        let items = URLComponents(string: "?\(query)")?.queryItems ?? []
        author = items.first { $0.name == "author" }?.value
        limit = try items.number("limit", in: 1...1000, "A limit is a whole number from 1 to 1000.")
        page = try items.number("page", in: 1...1_000_000, "A page is a whole number from 1 to 1000000.")
    }
}

extension [URLQueryItem] {
    fileprivate func number(_ name: String, in range: ClosedRange<Int>, _ rule: String) throws(APIError) -> Int? {
        guard let text = first(where: { $0.name == name })?.value else { return nil }
        guard let number = Int(text), range.contains(number) else { throw .invalid(rule) }
        return number
    }
}
