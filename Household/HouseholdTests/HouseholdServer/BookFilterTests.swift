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
    ]

    @Test(arguments: queries)
    func `reads a query`(query: String?, filter: BookFilter) throws {
        #expect(try BookFilter(query: query) == filter)
    }

    @Test(arguments: ["0", "-1", "1001", "x", ""])
    func `refuses a limit that is not a number from 1 to 1000`(limit: String) {
        #expect(throws: APIError.invalid("A limit is a whole number from 1 to 1000.")) {
            try BookFilter(query: "limit=\(limit)")
        }
    }

    @Test(arguments: ["%", "author=%FF", "a=b=c&&", "=", "😀", "a b", "#"])
    func `reads any query without a failure`(query: String) throws {
        _ = try BookFilter(query: query)
    }

    @Test func `finds a part of the name in upper or lower case`() {
        let books = ["Ann Lee", "Bob", "Leeds"].map { Book(id: "", title: "", author: $0) }
        #expect(BookFilter(author: "LEE").apply(to: books).map(\.author) == ["Ann Lee", "Leeds"])
        #expect(BookFilter(author: "lee", limit: 1).apply(to: books).map(\.author) == ["Ann Lee"])
        #expect(BookFilter(author: "").apply(to: books) == books)
    }
}
