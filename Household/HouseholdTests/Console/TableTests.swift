import HouseholdAPI
import Testing

@testable import Household

@Suite struct TableTests {
    @Test func `aligns the columns and leaves no blanks at the end`() {
        #expect(Table.lines([["1", "Momo", ""], ["10", "é📚", "x"]]) == ["1   Momo", "10  é📚    x"])
    }

    @Test func `takes no rows, empty rows and rows of different lengths`() {
        #expect(Table.lines([]) == [])
        #expect(Table.lines([[], ["a", "b"], ["aa"]]) == ["", "a   b", "aa"])
    }

    @Test func `has a row for a book`() {
        #expect(Book(id: "1", title: "Momo", author: "Ende", year: 1973).row == ["1", "Momo", "Ende", "1973"])
        #expect(Book(id: "1", title: "Momo", author: "Ende").row == ["1", "Momo", "Ende", ""])
    }
}
