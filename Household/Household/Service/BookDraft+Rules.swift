import EndpointTesting
import HouseholdAPI

extension BookDraft {
    /// Throws when the server cannot keep such a book.
    func check() throws(APIError) {
        guard !title.isBlank else { throw .invalid("A book needs a title.") }
        guard !author.isBlank else { throw .invalid("A book needs an author.") }
        guard (-3000...2100).contains(year ?? 0) else { throw .invalid("A year is between -3000 and 2100.") }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
