import EndpointLoading
import EndpointTesting
import Testing

/// A loader whose client has a cache with a stale response that it may use while it refreshes it.
@MainActor @Suite(.timeLimit(.minutes(5))) struct StaleLoadingTests {
    private let clock = TestClock()
    private let server = HeldServer()

    /// The server with a cache, which has the number 1 and since five seconds a stale one.
    private func client(
        cached body: String = "1", _ change: (inout ClientStack) -> Void = { _ in }
    ) async throws -> any APIClient {
        let client = server.client.standard { stack in
            stack.time = clock.time
            stack.retry = nil
            stack.cache = .memory()
            change(&stack)
        }
        let request = try NumberEndpoint().makeAPIRequest()
        async let first = client.send(request)
        await server.answer(body)
        _ = try await first
        clock.advance(by: .seconds(6))
        return client
    }

    @Test func `a loader shows a stale content at once, and the refreshed one when it is there`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        await server.answer("2")
        #expect(await call == .success(2))
        #expect(server.count == 2)
        #expect(await loader.loadIfNeeded() == .success(2))
        #expect(await loader.load() == .success(2))
        #expect(server.count == 2)
    }

    @Test func `a stale content that the server confirms is the loaded one`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        await server.answer("", 304)
        #expect(await call == .success(1))
        #expect(server.conditions == [nil, "\"1\""])
    }

    @Test(arguments: [503, 404]) func `a refresh that fails leaves the stale content and its error`(
        status: Int
    ) async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        await server.answer("no", status)
        let state = await call
        #expect(state.content == 1 && !state.isLoading)
        #expect((state.error as? HTTPError)?.status == status)
    }

    @Test func `a refresh that is cancelled is a failure, and the next attempt waits for the server`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        await server.fail(CancellationError())
        let state = await call
        #expect(state.content == 1 && state.error is CancellationError)
        async let next = loader.loadIfNeeded()
        await server.answer("3")
        #expect(await next == .success(3))
        #expect(server.count == 3)
    }

    @Test func `a loader that is cancelled keeps the stale content, and the refresh continues`() async throws {
        let client = try await client()
        let loader = Loader(NumberEndpoint(), from: client)
        let leaving = Task { await loader.load() }
        await loader.reaches(.loading(last: 1))
        leaving.cancel()
        #expect(await leaving.value == .success(1))
        // The refresh is still under way: this waits for it too.
        async let again = loader.loadIfNeeded()
        await loader.reaches(.loading(last: 1))
        await server.answer("2")
        #expect(await again == .success(2))
        #expect(server.count == 2)
    }

    @Test func `a loader can be cancelled twice while the refresh runs`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        for _ in 1...2 {
            async let call = loader.loadIfNeeded()
            await loader.reaches(.loading(last: 1))
            loader.cancel()
            #expect(await call == .success(1))
        }
        #expect(server.count == 2)
        await server.answer("2")
    }

    @Test func `a second call while the refresh runs shares the attempt`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let first = loader.load()
        await loader.reaches(.loading(last: 1))
        async let second = loader.load()
        await server.answer("2")
        #expect(await first == .success(2))
        #expect(await second == .success(2))
        #expect(server.count == 2)
    }

    @Test(arguments: [false, true]) func `two loaders wait for one refresh`(isCoalescing: Bool) async throws {
        let client = try await client { $0.isCoalescing = isCoalescing }
        let loaders = (Loader(NumberEndpoint(), from: client), Loader(NumberEndpoint(), from: client))
        async let first = loaders.0.load()
        async let second = loaders.1.load()
        await loaders.0.reaches(.loading(last: 1))
        await loaders.1.reaches(.loading(last: 1))
        await server.answer("2")
        #expect(await first == .success(2))
        #expect(await second == .success(2))
        #expect(server.count == 2)
    }

    @Test func `a loader waits for a refresh until the deadline of its call`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client { $0.deadline = .seconds(3) })
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        clock.advance(by: .seconds(3))
        let state = await call
        #expect(state.content == 1 && (state.error as? URLError)?.code == .timedOut)
        await server.answer("2")
    }

    @Test func `a content from a write takes the place of a stale one and of its refresh`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches(.loading(last: 1))
        loader.set(9)
        #expect(await call == .success(9))
        await server.answer("2")
        #expect(await loader.loadIfNeeded() == .success(9))
    }

    @Test func `a stale response that can't be read is not shown`() async throws {
        let loader = Loader(NumberEndpoint(), from: try await client(cached: "one"))
        async let call = loader.load()
        await server.reaches(2)
        #expect(loader.state == .loading(last: nil))
        await server.answer("2")
        #expect(await call == .success(2))
    }

    @Test func `a loader without a cache shows nothing before the response`() async throws {
        let loader = Loader(NumberEndpoint(), from: server.client.standard)
        async let call = loader.load()
        await server.reaches(1)
        #expect(loader.state == .loading(last: nil))
        await server.answer("1")
        #expect(await call == .success(1))
    }

    @Test func `a request without a loader gets the stale response`() async throws {
        let client = try await client()
        #expect(try await client.request(NumberEndpoint()) == 1)
        await server.answer("2")
    }

    @Test func `a stale page is shown at once, and replaced by the refreshed one`() async throws {
        let loader = Loader(pagesOf: NumberEndpoint(), from: try await client())
        async let call = loader.load()
        await loader.reaches { $0.isLoading && $0.content?.pages == [1] && $0.content?.isComplete == false }
        await server.answer("5")
        #expect(await call.content?.pages == [5])
        async let more = loader.loadMore()
        await server.answer("6")
        #expect(await more.content?.pages == [5, 6])
    }
}

private struct NumberEndpoint: JsonEndpoint, PagedEndpoint {
    typealias Content = Int

    var page: Int?

    func makeRequest() throws -> URLRequest { try .get("number", query: ["page": page]) }

    func nextPage(after content: Int, _ response: HTTPURLResponse) -> NumberEndpoint? {
        NumberEndpoint(page: content)
    }
}

extension Loader {
    /// Waits for a state.
    fileprivate func reaches(_ isReached: (LoadingState<Content>) -> Bool) async {
        for await state in states where isReached(state) { return }
    }

    fileprivate func reaches(_ expected: LoadingState<Content>) async where Content: Equatable {
        await reaches { $0 == expected }
    }
}

/// A server whose answers are fresh for a second and may be used for a day while they are refreshed. The test answers
/// each request, in order.
private struct HeldServer: Sendable {
    private struct Held {
        var requests: [APIRequest] = []
        var waiting: [(request: APIRequest, answer: Promise<APIResponse>)] = []
    }

    private let held = AwaitableValue(Held())

    var client: MockClient {
        MockClient(baseURL: URL(string: "https://api.example/v1")) { request in
            let answer = Promise<APIResponse>()
            held.update { held in
                held.requests.append(request)
                held.waiting.append((request, answer))
            }
            return try await answer.value {}
        }
    }

    /// How many requests have arrived.
    var count: Int { held.value.requests.count }

    var conditions: [String?] {
        held.value.requests.map { $0.urlRequest.value(forHTTPHeaderField: "If-None-Match") }
    }

    func reaches(_ count: Int) async { await held.wait { $0.requests.count >= count } }

    func answer(_ body: String, _ status: Int = 200) async {
        let headers: HeaderFields = [
            "Content-Type": "application/json", "Cache-Control": "max-age=1, stale-while-revalidate=86400",
            "ETag": "\"\(body)\"",
        ]
        await end { request in
            try .answer(
                status, headers: status == 200 ? headers : [:], body: Data(body.utf8), to: request)
        }
    }

    func fail(_ error: any Error) async { await end { _ in throw error } }

    private func end(_ answer: (APIRequest) throws -> APIResponse) async {
        await held.wait { !$0.waiting.isEmpty }
        let first = held.update { $0.waiting.removeFirst() }
        first.answer.resolve(Result { try answer(first.request) })
    }
}
