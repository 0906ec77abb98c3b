import HouseholdAPI
import Testing

@testable import HouseholdServer

@Suite struct BookFilterTests {
    private static let queries: [(String?, BookFilter)] = [
        (nil, BookFilter()),
        ("", BookFilter()),
        ("other=1", BookFilter()),
        ("author=le%20guin&limit=2", BookFilter(author: "le guin", limit: 2)),
        ("author=le+guin+%2B+1", BookFilter(author: "le guin + 1")),
        ("limit=1000", BookFilter(limit: 1000)),
        ("page=2&limit=3", BookFilter(limit: 3, page: 2)),
    ]

    @Test(arguments: queries)
    func `a query is parsed as a filter`(query: String?, filter: BookFilter) throws {
        #expect(try BookFilter(query: query) == filter)
    }

    @Test(arguments: ["0", "-1", "1001", "x", ""])
    func `a limit that isn't a number from 1 to 1000 is refused`(limit: String) {
        #expect(throws: APIError.invalid("A limit is a whole number from 1 to 1000.")) {
            try BookFilter(query: "limit=\(limit)")
        }
    }

    @Test(arguments: ["0", "-1", "1000001", "x", ""])
    func `a page that isn't a number from 1 to 1000000 is refused`(page: String) {
        #expect(throws: APIError.invalid("A page is a whole number from 1 to 1000000.")) {
            try BookFilter(query: "page=\(page)")
        }
    }

    @Test(
        arguments: [
            (BookFilter(limit: 2, page: 1), ["1", "2"], 2), (BookFilter(limit: 2, page: 2), ["3", "4"], 3),
            (BookFilter(limit: 2, page: 3), ["5"], nil), (BookFilter(limit: 2, page: 4), [], nil),
            (BookFilter(limit: 5, page: 1), ["1", "2", "3", "4", "5"], nil), (BookFilter(limit: 2), ["1", "2"], nil),
            (BookFilter(page: 1), ["1", "2", "3", "4", "5"], nil), (BookFilter(limit: 1000, page: 1_000_000), [], nil),
        ] as [(BookFilter, [Book.ID], Int?)])
    func `a filter gives the books of a page and the next page`(filter: BookFilter, ids: [Book.ID], next: Int?) {
        let books = (1...5).map { Book(id: "\($0)", title: "", author: "") }
        #expect(filter.apply(to: books).map(\.id) == ids)
        #expect(filter.next(in: books)?.page == next)
    }

    @Test func `a filter counts only the books of the author for the next page`() {
        let books = ["Lee", "Bob", "Lee", "Bob"].map { Book(id: "", title: "", author: $0) }
        #expect(BookFilter(author: "lee", limit: 2, page: 1).next(in: books) == nil)
        #expect(BookFilter(author: "lee", limit: 1, page: 1).next(in: books)?.author == "lee")
    }

    @Test(arguments: ["%", "author=%FF", "a=b=c&&", "=", "😀", "a b", "#"])
    func `any query is parsed or refused without trapping`(query: String) throws {
        _ = try BookFilter(query: query)
    }

    @Test func `a part of the author's name is found in upper or lower case`() {
        let books = ["Ann Lee", "Bob", "Leeds"].map { Book(id: "", title: "", author: $0) }
        #expect(BookFilter(author: "LEE").apply(to: books).map(\.author) == ["Ann Lee", "Leeds"])
        #expect(BookFilter(author: "lee", limit: 1).apply(to: books).map(\.author) == ["Ann Lee"])
        #expect(BookFilter(author: "").apply(to: books) == books)
    }
}
