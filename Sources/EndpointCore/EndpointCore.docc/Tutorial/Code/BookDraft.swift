/// A book that is to be added. It has no identifier yet.
public struct BookDraft: Codable, Hashable, Sendable {
    /// As on the title page; never blank.
    public var title: String

    /// One name or several, as on the title page; never blank.
    public var author: String

    /// When the book first appeared; negative before the common era, nil when unknown.
    public var year: Int?

    /// A book to add.
    public init(title: String, author: String, year: Int? = nil) {
        self.title = title
        self.author = author
        self.year = year
    }
}
