import HouseholdAPI

/// What is to become different about a book; nil leaves a part as it is.
struct BookChange: Hashable, Sendable {
    var title: String?
    var author: String?
    var year: Int?

    /// The book with the change made.
    func applied(to book: Book) -> Book {
        Book(id: book.id, title: title ?? book.title, author: author ?? book.author, year: year ?? book.year)
    }
}
