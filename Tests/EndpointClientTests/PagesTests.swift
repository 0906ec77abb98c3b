import EndpointClient
import EndpointTesting
import Testing

@Suite struct PagesTests {
    @Test func `each page is requested when it is needed`() async throws {
        let client = numbers()
        var pages = client.pages(of: NumberList()).makeAsyncIterator()
        #expect(client.requests.isEmpty)
        #expect(try await pages.next()?.content.numbers == [1, 2])
        #expect(client.requests.count == 1)
        #expect(try await pages.next()?.content.numbers == [3])
        #expect(try await pages.next() == nil)
        #expect(try await pages.next() == nil)
        #expect(client.requests.count == 2)
    }

    @Test func `a list continues at a page that was saved`() async throws {
        var pages = numbers().pages(of: NumberList()).makeAsyncIterator()
        let saved = try JSONEncoder().encode(try await pages.next()?.next)
        let endpoint = try JSONDecoder().decode(NumberList.self, from: saved)
        var rest: [[Int]] = []
        for try await page in numbers().pages(of: endpoint) { rest.append(page.content.numbers) }
        #expect(rest == [[3]])
    }

    @Test func `a list that returns to an earlier page ends with an error after its pages`() async throws {
        let client = MockClient { On(NumberList.self).reply(json: #"{"numbers": [1], "cursor": "a"}"#).anyTimes() }
        var pages = client.pages(of: NumberList()).makeAsyncIterator()
        #expect(try await pages.next()?.endpoint.cursor == nil)
        #expect(try await pages.next()?.endpoint.cursor == "a")
        let error = await #expect(throws: PagingError.self) { try await pages.next() }
        #expect(error?.reason == .loop)
        #expect(try await pages.next() == nil)
        #expect(client.requests.count == 2)
    }

    @Test func `an endless list ends with an error`() async throws {
        let server = Endless()
        var count = 0
        let error = await #expect(throws: PagingError.self) {
            for try await _ in server.pages(of: NumberList(), limit: 7) { count += 1 }
        }
        #expect(error?.reason == .tooManyPages(limit: 7))
        #expect(count == 7)
    }

    @Test func `the failure of a page comes after the pages before it and names the request`() async throws {
        let client = MockClient {
            On(NumberList.self).reply(json: #"{"numbers": [1], "cursor": "a"}"#).status(503)
        }
        var pages = client.pages(of: NumberList()).makeAsyncIterator()
        #expect(try await pages.next()?.content.numbers == [1])
        let error = await #expect(throws: HTTPError.self) { try await pages.next() }
        #expect(error?.description == "GET numbers?after=a → 503 Service Unavailable")
        #expect(try await pages.next() == nil)
    }

    @Test func `an error thrown by nextPage comes after its page`() async throws {
        let client = MockClient { On(NumberList.self).reply(json: #"{"numbers": [1], "cursor": ""}"#) }
        var pages = client.pages(of: NumberList()).makeAsyncIterator()
        #expect(try await pages.next()?.content.numbers == [1])
        await #expect(throws: RequestError.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
    }

    @Test(arguments: [(false, [1, 2, 3]), (true, [2, 3, 4])])
    func `at most one page is prefetched`(prefetching: Bool, requests: [Int]) async throws {
        let server = Endless()
        var pages = server.pages(of: NumberList(), prefetching: prefetching).makeAsyncIterator()
        var seen: [Int] = []
        for number in 1...3 {
            #expect(try await pages.next()?.content.numbers == [number])
            await server.count.wait { $0 == requests[number - 1] }
            seen.append(server.count.value)
        }
        #expect(seen == requests)
    }

    @Test func `without prefetching the reader's own task requests each page`() async throws {
        let tasks = Locked<Set<Int>>([])
        let client = MockClient { request in
            let task = withUnsafeCurrentTask { $0.hashValue }
            tasks.withLock { _ = $0.insert(task) }
            return try .json(#"{"numbers": [], "cursor": "\#(UUID())"}"#, to: request)
        }
        var pages = client.pages(of: NumberList()).makeAsyncIterator()
        for _ in 1...3 { _ = try await pages.next() }
        #expect(tasks.withLock { $0.count } == 1)
    }

    @Test func `a prefetched page is cancelled when the list is dropped`() async throws {
        let server = Endless(answers: 1)
        do {
            var pages = server.pages(of: NumberList(), prefetching: true).makeAsyncIterator()
            #expect(try await pages.next()?.content.numbers == [1])
            await server.count.wait { $0 == 2 }
        }
        await server.cancelled.wait { $0 == 1 }
        #expect(server.cancelled.value == 1)
    }

    @Test func `cancelling a reader cancels the page that it waits for`() async throws {
        let server = Endless(answers: 1)
        let reader = Task {
            var numbers: [Int] = []
            for try await page in server.pages(of: NumberList(), prefetching: true) { numbers += page.content.numbers }
            return numbers
        }
        await server.count.wait { $0 == 2 }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    private struct SecretList: JsonEndpoint, PagedEndpoint {
        typealias Content = [Int]

        func makeRequest() throws -> URLRequest { throw RequestError(.pathValue("mauve-otter", template: "lists/{}")) }

        func nextPage(after page: [Int], _ response: HTTPURLResponse) -> SecretList? { nil }
    }

    @Test func `a page whose request can't be built is described with the client's redaction`() async throws {
        let client = MockClient(redaction: .standard.redacting(values: ["mauve-otter"])) {}
        var pages = client.pages(of: SecretList()).makeAsyncIterator()
        let error = await #expect(throws: RequestError.self) { try await pages.next() }
        #expect(error?.description.contains("{{secret}}") == true)
        #expect(error?.description.contains("mauve-otter") == false)
    }

    @Test(arguments: Engine.allCases)
    func `a link to the page itself, or to one that was read, ends the list with an error`(engine: Engine) async throws
    {
        for target in ["?page=2", "#more", "/v1/numbers"] {
            let server = try LoopbackServer { request in
                .linked([1], to: request.query == nil ? "?page=2" : target)
            }
            let (pages, error) = await engine.client(server).pages(of: LinkedList()).read()
            #expect((error as? PagingError)?.reason == .loop)
            #expect(error?.localizedDescription.contains("/v1/numbers") == true)
            #expect(pages.count == server.requestCount && pages.count <= 3)
        }
    }

    @Test(arguments: Engine.allCases)
    func `a link back to a first page with a relative URL delivers that page once`(engine: Engine) async throws {
        for target in ["/v1/numbers", "#more", ""] {
            let count = Tally()
            let server = try LoopbackServer { _ in .linked([1], to: target.isEmpty ? "#\(count.add())" : target) }
            let (pages, error) = await engine.client(server).pages(of: LinkedList()).read()
            #expect((error as? PagingError)?.reason == .loop)
            #expect(pages.map(\.content) == [[1]] && server.requestCount == 1)
        }
    }

    @Test(arguments: Engine.allCases)
    func `a link to another origin isn't followed`(engine: Engine) async throws {
        let other = try LoopbackServer { _ in .linked([2], to: "/none") }
        let server = try LoopbackServer { _ in .linked([1], to: "\(other.url)/v1/numbers?token=canary-1") }
        let (pages, error) = await engine.client(server).pages(of: LinkedList()).read()
        #expect((error as? PagingError)?.reason == .otherOrigin("\(server.url)"))
        #expect(
            error?.localizedDescription
                == "GET \(other.url)/v1/numbers?token={{secret}} was not sent: the page before it came from \(server.url)."
        )
        #expect(pages.map(\.content) == [[1]] && other.requestCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a link to a page that is gone is an error of that page`(engine: Engine) async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/numbers" ? .linked([1], to: "/gone") : .text("Gone", status: 410)
        }
        let (pages, error) = await engine.client(server).pages(of: LinkedList()).read()
        #expect((error as? HTTPError)?.description.hasPrefix("GET /gone → 410 Gone") == true)
        #expect(pages.map(\.content) == [[1]])
    }

    @Test(arguments: ["http://[", ""])
    func `a link that isn't a URL is an error`(target: String) async throws {
        let server = try LoopbackServer { _ in .linked([1], to: target) }
        let (pages, error) = await LiveClient(baseURL: server.url).pages(of: LinkedList()).read()
        #expect(error is RequestError && error?.localizedDescription.contains("\"\(target)\"") == true)
        #expect(pages.map(\.content) == [[1]])
    }

    private func numbers() -> MockClient {
        MockClient {
            On(NumberList()).reply(json: #"{"numbers": [1, 2], "cursor": "b"}"#).anyTimes()
            On(NumberList(cursor: "b")).reply(json: #"{"numbers": [3]}"#)
        }
    }
}

private struct NumberList: JsonEndpoint, PagedEndpoint, Codable {
    struct Content: Decodable {
        let numbers: [Int]
        let cursor: String?
    }

    var cursor: String?

    func makeRequest() throws -> URLRequest { try .get("numbers", query: ["after": cursor]) }

    func nextPage(after page: Content, _ response: HTTPURLResponse) throws -> NumberList? {
        if page.cursor == "" { throw RequestError(.url("")) }
        return page.cursor.map(NumberList.init)
    }
}

/// A list whose next page is at a link.
private struct LinkedList: JsonEndpoint, PagedEndpoint {
    typealias Content = [Int]

    var url: URL?

    func makeRequest() throws -> URLRequest { try url.map { URLRequest(url: $0) } ?? .get("numbers") }

    func nextPage(after page: [Int], _ response: HTTPURLResponse) throws -> LinkedList? {
        guard let link = LinkHeader(response)["next"] else { return nil }
        guard let url = link.url(from: response) else { throw RequestError(.url(link.target)) }
        return LinkedList(url: url)
    }
}

extension LoopbackReply {
    fileprivate static func linked(_ numbers: [Int], to target: String) -> LoopbackReply {
        .response(
            LoopbackResponse(
                headers: ["Content-Type": "application/json", "Link": "<\(target)>; rel=\"next\""],
                body: Data("\(numbers)".utf8)))
    }
}

/// A server of an endless list. After some responses it is silent until the call is cancelled.
private struct Endless: APIClient {
    var answers = Int.max
    let count = AwaitableValue(0)
    let cancelled = AwaitableValue(0)

    func send(_ request: APIRequest) async throws -> APIResponse {
        let number = count.update { count -> Int in
            count += 1
            return count
        }
        if number > answers {
            let silence = Promise<APIResponse>()
            return try await withTaskCancellationHandler {
                try await silence.value {}
            } onCancel: {
                cancelled.update { $0 += 1 }
                silence.resolve(.failure(CancellationError()))
            }
        }
        return try .answer(body: Data(#"{"numbers": [\#(number)], "cursor": "\#(number)"}"#.utf8), to: request)
    }
}
