import HouseholdAPI
import Testing

@testable import Household

@Suite struct BookChangeTests {
    private let book = Book(id: "1", title: "T", author: "A", year: 1)

    @Test func `changes what is given`() {
        let change = BookChange(title: "U", author: "B", year: 2)
        #expect(change.applied(to: book) == Book(id: "1", title: "U", author: "B", year: 2))
    }

    @Test func `leaves what is not given`() {
        #expect(BookChange().applied(to: book) == book)
    }
}
