/// A change of the books.
public struct BookEvent: Codable, Hashable, Sendable {
    /// What has happened.
    public let kind: Kind

    /// The book after the change; a deleted one as it was before.
    public let book: Book

    /// A change, for the server or a test.
    public init(kind: Kind, book: Book) {
        self.kind = kind
        self.book = book
    }
}

extension BookEvent {
    /// What can happen to a book. An open set: the server may add to it.
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The book is new.
        public static let added = Kind(rawValue: "added")
        /// It was replaced by another book with the same identifier.
        public static let updated = Kind(rawValue: "updated")
        /// The book and its cover are gone.
        public static let deleted = Kind(rawValue: "deleted")
    }
}
