/// A book of the household.
public struct Book: Codable, Hashable, Identifiable, Sendable {
    /// Given by the server when the book is added, and never changed.
    public let id: String

    /// As on the title page; never blank.
    public var title: String

    /// One name or several, as on the title page; never blank.
    public var author: String

    /// When the book first appeared; negative before the common era, nil when unknown.
    public var year: Int?

    /// A book as the server stores it.
    public init(id: String, title: String, author: String, year: Int? = nil) {
        self.id = id
        self.title = title
        self.author = author
        self.year = year
    }
}
