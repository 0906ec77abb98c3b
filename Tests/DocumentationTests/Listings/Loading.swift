import EndpointLoading
import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct LoadingListings {
    @MainActor @Test func `a screen shows the last content, the activity and the error`() async throws {
        let momo = Book(id: "1", title: "Momo", author: "Michael Ende")
        let client = MockClient { On(BookListEndpoint.self).reply([momo]).fail(.timedOut) }

        let books = Loader(BookListEndpoint(), from: client)

        func lines(_ state: LoadingState<[Book]>) -> [String] {
            var lines = (state.content ?? []).map(\.title)
            if state.isLoading { lines.append("Loading…") }
            if let error = state.error { lines.append(CallFailure(error).userMessage) }
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

    @MainActor @Test func `a screen whose client has a cache loads the books once`() async throws {
        let server = try LoopbackServer { _ in
            let headers: HeaderFields = ["Content-Type": "application/json", "Cache-Control": "max-age=60"]
            return .response(LoopbackResponse(headers: headers, body: Data("[]".utf8)))
        }
        defer { server.stop() }
        let api = server.url

        let client = LiveClient(baseURL: api).standard { $0.cache = .memory() }
        let books = Loader(BookListEndpoint(), from: client)
        await books.load()

        #expect(await books.load() == .success([]))
        #expect(server.requests.count == 1)
    }

    @MainActor @Test func `the pages of a list are loaded one after the other`() async throws {
        let client = MockClient {
            On(ReviewList.self).reply(json: #"{"reviews": [], "cursor": "2"}"#).status(200, json: #"{"reviews": []}"#)
        }

        let reviews = Loader(pagesOf: ReviewList(), from: client)
        await reviews.load()  // the first page
        await reviews.loadMore()  // and the second
        let pages = reviews.state.content?.pages ?? []

        #expect(pages.count == 2)
        #expect(reviews.state.content?.isComplete == true)
    }
}
