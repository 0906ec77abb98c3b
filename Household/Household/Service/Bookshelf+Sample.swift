import HouseholdAPI

extension Bookshelf {
    /// A few books to begin with.
    static let sample = Bookshelf([
        BookDraft(title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", year: 1969),
        BookDraft(title: "Frankenstein", author: "Mary Shelley", year: 1818),
        BookDraft(title: "The Dispossessed", author: "Ursula K. Le Guin", year: 1974),
        BookDraft(title: "Momo", author: "Michael Ende", year: 1973),
        BookDraft(title: "One Thousand and One Nights", author: "many"),
    ])
}
