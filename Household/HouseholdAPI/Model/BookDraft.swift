/// A book that the server does not have yet, and that has no identifier therefore.
public struct BookDraft: Codable, Hashable, Sendable {
    /// As it stands on the title page; never blank.
    public var title: String

    /// One name or several, as they stand on the title page; never blank.
    public var author: String

    /// When the book first appeared; negative before the common era, nil when nobody knows.
    public var year: Int?

    /// A book to add.
    public init(title: String, author: String, year: Int? = nil) {
        self.title = title
        self.author = author
        self.year = year
    }
}
