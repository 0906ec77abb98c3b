import HouseholdAPI

extension Book {
    /// The cells of the book in a ``Table``.
    var row: [String] {
        [id, title, author, year.map(String.init) ?? ""]
    }
}
