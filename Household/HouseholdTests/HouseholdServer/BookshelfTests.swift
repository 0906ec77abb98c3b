import EndpointTesting
import HouseholdAPI
import Testing

@testable import HouseholdServer

@Suite struct BookshelfTests {
    private var shelf = Bookshelf([BookDraft(title: "T", author: "A")])

    @Test mutating func `a bookshelf numbers its books and never gives a number twice`() throws {
        try shelf.remove("1")
        #expect(try shelf.add(BookDraft(title: "U", author: "B")).id == "2")
        #expect(shelf.books(BookFilter()).map(\.id) == ["2"])
    }

    @Test mutating func `a bookshelf replaces a book in its place`() throws {
        _ = try shelf.add(BookDraft(title: "U", author: "B"))
        _ = try shelf.replace("1", with: Book(id: "1", title: "New", author: "A"))
        #expect(shelf.books(BookFilter()).map(\.title) == ["New", "U"])
    }

    @Test mutating func `a book can't change its identifier`() {
        #expect(throws: APIError.invalid("A book cannot change its id.")) {
            try shelf.replace("1", with: Book(id: "2", title: "T", author: "A"))
        }
    }

    @Test(arguments: [("", "A", nil), (" \n", "A", nil), ("T", "", nil), ("T", "A", -3001), ("T", "A", 2101)])
    mutating func `a book that breaks a rule isn't kept`(title: String, author: String, year: Int?) throws {
        let before = shelf
        let refusal = try #require(throws: APIError.self) {
            try shelf.add(BookDraft(title: title, author: author, year: year))
        }
        #expect(refusal.code == .invalid)
        #expect(throws: refusal) {
            try shelf.replace("1", with: Book(id: "1", title: title, author: author, year: year))
        }
        #expect(shelf == before)
    }

    @Test mutating func `a change of a missing book is refused`() {
        let refusal = APIError.noSuchBook("9")
        #expect(throws: refusal) { try shelf.book("9") }
        #expect(throws: refusal) { try shelf.remove("9") }
        #expect(throws: refusal) { try shelf.cover("9") }
        #expect(throws: refusal) { try shelf.replace("9", with: Book(id: "9", title: "T", author: "A")) }
        #expect(throws: refusal) { try shelf.cover("9", with: Picture(Data("x".utf8), mediaType: "image/png")) }
    }

    @Test func `a book may have no cover`() {
        #expect(throws: APIError.noCover("1")) { try shelf.cover("1") }
    }

    @Test mutating func `the cover of a book is removed with it`() throws {
        let cover = Picture(Data("x".utf8), mediaType: "image/png")
        try shelf.cover("1", with: cover)
        #expect(try shelf.cover("1") == cover)
        #expect(try shelf.remove("1").title == "T")
        var other = Bookshelf([BookDraft(title: "T", author: "A")])
        try other.remove("1")
        #expect(shelf == other)
    }
}
