import EndpointLoading
import EndpointTesting
import HouseholdAPI
import Testing

private struct Review: Decodable, Equatable, Sendable {
    let text: String
}

private struct ReviewList: JsonEndpoint, PagedEndpoint {
    struct Content: Decodable, Sendable { let reviews: [Review], cursor: String? }
    var cursor: String?

    func makeRequest() throws -> URLRequest { try .get("reviews", query: ["after": cursor]) }
    func nextPage(after page: Content, _ response: HTTPURLResponse) -> ReviewList? { page.cursor.map(ReviewList.init) }
}

@Suite struct ListListings {
    @Test func `pages are read one after the other`() async throws {
        let client = MockClient {
            On(ReviewList()).reply(json: #"{"reviews": [{"text": "Good."}], "cursor": "b"}"#)
            On(ReviewList(cursor: "b")).reply(json: #"{"reviews": [{"text": "Bad."}]}"#)
        }
        var reviews: [Review] = []
        var saved: ReviewList?
        let enough = false
        func show(_ page: [Review]) { reviews += page }
        func save(_ next: ReviewList?) { saved = next }

        for try await page in client.pages(of: ReviewList()) {
            show(page.content.reviews)
            if enough { break }
        }
        #expect(reviews.map(\.text) == ["Good.", "Bad."])

        let other = MockClient { On(ReviewList.self).reply(json: #"{"reviews": []}"#) }
        for try await page in other.pages(of: ReviewList()) {
            show(page.content.reviews)
            save(page.next)  // to continue here later: client.pages(of: saved)
        }
        #expect(saved == nil)
    }

    @MainActor @Test func `a screen shows what is known`() async throws {
        let momo = Book(id: "1", title: "Momo", author: "Michael Ende")
        let client = MockClient { On(BookListEndpoint.self).reply([momo]).fail(.timedOut) }

        let books = Loader(BookListEndpoint(), from: client)

        func lines(_ state: LoadingState<[Book]>) -> [String] {
            var lines = (state.content ?? []).map(\.title)
            if state.isLoading { lines.append("Loading…") }
            if let error = state.error { lines.append(error.userMessage) }
            return lines
        }

        var shown: [[String]] = []
        var screen: Task<Void, Never>?
        func show(_ lines: [String]) {
            shown.append(lines)
            if lines.count == 2 { screen?.cancel() }
        }
        screen = Task {
            for await state in books.states { show(lines(state)) }
        }
        await books.load()
        await books.load()
        await screen?.value
        #expect(shown.last?.first == "Momo")
        #expect(shown.last?.count == 2)
    }

    @MainActor @Test func `a program loads the books`() async throws {
        let client = MockClient {
            On(BookListEndpoint.self).reply([Book(id: "1", title: "Momo", author: "Michael Ende")])
        }
        var titles: [String] = []
        func print(_ title: String) { titles.append(title) }

        let books = Loader(BookListEndpoint(), from: client)
        await books.load()
        for book in books.state.content ?? [] { print(book.title) }

        #expect(titles == ["Momo"])
    }
}
