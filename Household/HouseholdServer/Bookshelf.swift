import HouseholdAPI

/// The books in the order in which they were added. A book that breaks a rule is rejected.
struct Bookshelf: Hashable, Sendable {
    private var books: [Book] = []
    private var covers: [Book.ID: Picture] = [:]
    private var lastNumber = 0

    init(_ drafts: [BookDraft] = []) {
        for draft in drafts { append(draft) }
    }

    private init(covered drafts: [BookDraft]) {
        self.init(drafts)
        for book in books { covers[book.id] = Picture(title: book.title) }
    }

    func books(_ filter: BookFilter) -> [Book] {
        filter.apply(to: books)
    }

    /// The filter of the next page; nil if there is none.
    func page(after filter: BookFilter) -> BookFilter? {
        filter.next(in: books)
    }

    func book(_ id: Book.ID) throws(APIError) -> Book {
        books[try index(of: id)]
    }

    mutating func add(_ draft: BookDraft) throws(APIError) -> Book {
        try draft.check()
        return append(draft)
    }

    mutating func replace(_ id: Book.ID, with book: Book) throws(APIError) -> Book {
        let index = try index(of: id)
        guard book.id == id else { throw .invalid("A book cannot change its id.") }
        try BookDraft(title: book.title, author: book.author, year: book.year).check()
        books[index] = book
        return book
    }

    @discardableResult
    mutating func remove(_ id: Book.ID) throws(APIError) -> Book {
        let index = try index(of: id)
        covers[id] = nil
        return books.remove(at: index)
    }

    func cover(_ id: Book.ID) throws(APIError) -> Picture {
        _ = try index(of: id)
        guard let cover = covers[id] else { throw .noCover(id) }
        return cover
    }

    mutating func cover(_ id: Book.ID, with cover: Picture) throws(APIError) {
        _ = try index(of: id)
        covers[id] = cover
    }

    @discardableResult
    private mutating func append(_ draft: BookDraft) -> Book {
        lastNumber += 1
        let book = Book(id: "\(lastNumber)", title: draft.title, author: draft.author, year: draft.year)
        books.append(book)
        return book
    }

    private func index(of id: Book.ID) throws(APIError) -> Int {
        guard let index = books.firstIndex(where: { $0.id == id }) else { throw .noSuchBook(id) }
        return index
    }
}

extension Bookshelf {
    /// The books of a new service, which have covers.
    static let sample = Bookshelf(covered: [
        BookDraft(title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", year: 1969),
        BookDraft(title: "Frankenstein", author: "Mary Shelley", year: 1818),
        BookDraft(title: "The Dispossessed", author: "Ursula K. Le Guin", year: 1974),
        BookDraft(title: "Momo", author: "Michael Ende", year: 1973),
        BookDraft(title: "One Thousand and One Nights", author: "many"),
    ])
}

extension BookDraft {
    /// Throws when the book breaks a rule.
    fileprivate func check() throws(APIError) {
        guard !title.isBlank else { throw .invalid("A book needs a title.") }
        guard !author.isBlank else { throw .invalid("A book needs an author.") }
        guard (-3000...2100).contains(year ?? 0) else { throw .invalid("A year is between -3000 and 2100.") }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
