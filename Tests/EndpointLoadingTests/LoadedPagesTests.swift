import EndpointLoading
import EndpointTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct LoadedPagesTests {
    @Test func `pages are loaded one after the other up to the last`() async throws {
        let client = MockClient {
            On(NumbersPage.self).reply(Numbers(values: [1])).then(Numbers(values: [2]))
                .then(Numbers(values: [3], last: true))
        }
        let loader = Loader(pagesOf: NumbersPage(number: 1), from: client)
        #expect(await loader.loadMore().content?.values == [1])
        #expect(await loader.loadMore().content?.values == [1, 2])
        #expect(loader.state.content?.isComplete == false)
        let all = await loader.loadMore()
        #expect(all.content?.values == [1, 2, 3])
        #expect(all.content?.isComplete == true)
        #expect(await loader.loadMore() == all)
        #expect(client.requests.count == 3)
    }

    @Test func `a refresh replaces the pages when the first one is there`() async throws {
        let client = MockClient {
            On(NumbersPage.self).reply(Numbers(values: [1])).then(Numbers(values: [2])).then(Numbers(values: [7]))
                .then(Numbers(values: [8], last: true))
        }
        let loader = Loader(pagesOf: NumbersPage(number: 1), from: client)
        await loader.load()
        await loader.loadMore()
        var states = loader.states.makeAsyncIterator()
        #expect(await states.next()?.content?.values == [1, 2])
        #expect(await loader.load().content?.values == [7])
        #expect(await loader.loadMore().content?.values == [7, 8])
        try client.verify()
    }

    @Test func `after an error the pages before it are kept, and the next one is tried again`() async throws {
        let client = MockClient {
            On(NumbersPage.self).reply(Numbers(values: [1])).status(503).then(Numbers(values: [2], last: true))
        }
        let loader = Loader(pagesOf: NumbersPage(number: 1), from: client)
        await loader.load()
        let failed = await loader.loadMore()
        #expect((failed.error as? HTTPError)?.status == 503)
        #expect(failed.content?.values == [1])
        #expect(await loader.loadMore().content?.values == [1, 2])
        #expect(client.requests.map { $0.urlRequest.url?.query() } == ["page=1", "page=2", "page=2"])
    }

    @Test func `a refresh takes the place of a next page, and both callers get it`() async throws {
        let isAsked = AwaitableValue(0)
        let answers = Promise<APIResponse>()
        let client = MockClient { request in
            isAsked.update { $0 += 1 }
            let count = isAsked.value
            if count == 2 { return try await answers.value {} }
            return try .answer(body: JSONEncoder().encode(Numbers(values: [count])), to: request)
        }
        let loader = Loader(pagesOf: NumbersPage(number: 1), from: client)
        await loader.load()
        async let more = loader.loadMore()
        await isAsked.wait { $0 == 2 }
        #expect(await loader.load().content?.values == [3])
        #expect(await more.content?.values == [3])
        answers.resolve(.failure(CancellationError()))
    }

    @Test func `a list that leads back to itself is an error with its pages`() async throws {
        let client = MockClient { On(NumbersPage.self).reply(Numbers(values: [1], next: 1)).anyTimes() }
        let loader = Loader(pagesOf: NumbersPage(number: 1), from: client)
        await loader.load()
        let state = await loader.loadMore()
        #expect(state.error is PagingError)
        #expect(state.content?.values == [1])
    }
}

private struct Numbers: Codable, Hashable, Sendable {
    var values: [Int]
    var last = false
    var next: Int?
}

private struct NumbersPage: JsonEndpoint, PagedEndpoint {
    typealias Content = Numbers

    let number: Int

    func makeRequest() throws -> URLRequest { try .get("numbers", query: ["page": number]) }

    func nextPage(after content: Numbers, _ response: HTTPURLResponse) -> NumbersPage? {
        content.last ? nil : NumbersPage(number: content.next ?? number + 1)
    }
}

extension LoadedPages<NumbersPage> {
    fileprivate var values: [Int] { pages.flatMap(\.values) }
}
