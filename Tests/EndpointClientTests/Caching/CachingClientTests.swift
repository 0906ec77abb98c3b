import EndpointTesting
import Testing

@testable import EndpointClient
@testable import EndpointCore

/// What other caches fell over, with a client around one that answers from memory.
@Suite struct CachingClientTests {
    private let clock = TestClock()
    private let base = URL(string: "https://api.example/v1")

    /// Answers with the number of the request, or what the closure makes of it.
    private func origin(
        _ headers: HeaderFields = ["Cache-Control": "max-age=60"],
        _ answer: (@Sendable (APIRequest, Int) throws -> APIResponse)? = nil
    ) -> MockClient {
        let count = Tally()
        return MockClient(baseURL: base) { request in
            let number = count.add()
            return try answer?(request, number) ?? .answer(headers: headers, body: Data("\(number)".utf8), to: request)
        }
    }

    private func get(
        _ client: any APIClient, _ path: String = "books", _ headers: HeaderFields = [:],
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy, observer: (@Sendable (CallStep) -> Void)? = nil
    ) async throws -> APIResponse {
        var request = try URLRequest(.get, #require(URL(string: path)), headers: headers)
        request.cachePolicy = policy
        var call = APIRequest(request, for: RawEndpoint(request))
        if let observer { call.context = call.context.observed(by: observer) }
        return try await client.send(call)
    }

    private func text(_ response: APIResponse) -> String { String(decoding: response.data, as: UTF8.self) }

    @Test func `a hit has an age, its cache's status and no metrics, and is no attempt`() async throws {
        let origin = origin(), steps = Steps()
        let client = origin.retrying(time: clock.time).caching(in: .memory(), time: clock.time)
            .metering(time: clock.time, steps.note)
        let first = try await get(client)
        #expect(first.headers["Cache-Status"] == "Endpoint; fwd=uri-miss; stored")
        clock.advance(by: .seconds(7))
        let second = try await get(client)
        #expect(text(second) == "1" && second.headers["Age"] == "7")
        #expect(second.http.value(forHTTPHeaderField: "Cache-Status") == "Endpoint; hit; ttl=53")
        #expect(second.metrics == nil && origin.requests.count == 1)
        #expect(steps.all.count { $0.hasPrefix("attempt") } == 1)
        #expect(steps.all.suffix(3) == ["began", "decided cacheHit [7.0, 53.0]", "ended: 200"])
    }

    @Test func `an unsafe request makes stored responses invalid, unless it fails`() async throws {
        let origin = origin { request, number in
            let isBad = request.urlRequest.url?.query == "bad"
            return try .answer(
                isBad ? 500 : 200, headers: ["Cache-Control": "max-age=60"], body: Data("\(number)".utf8), to: request)
        }
        let client = origin.caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        _ = try await client.send(.post, "books?bad")
        #expect(text(try await get(client)) == "1")
        _ = try await client.send(.post, "books")
        #expect(text(try await get(client)) == "4")
    }

    @Test func `each credential has responses of its own`() async throws {
        let origin = origin()
        let cache = HTTPCache.memory()
        let anna = origin.authorizing(.bearer("anna")).caching(in: cache, time: clock.time)
        let ben = origin.authorizing(.bearer("ben")).caching(in: cache, time: clock.time)
        #expect(text(try await get(anna)) == "1")
        #expect(text(try await get(ben)) == "2")
        #expect(text(try await get(anna)) == "1")
        #expect(text(try await get(origin.caching(in: cache, time: clock.time))) == "3")
        #expect(text(try await get(ben, "books", ["Cookie": "session=1"])) == "4")
        #expect(await cache.entries().allSatisfy { !"\($0)".contains("anna") && !"\($0)".contains("ben") })
    }

    @Test func `a credential that a closure provides is asked for before a response is used`() async throws {
        let token = Locked("anna")
        let client = origin().authorizing { .bearer(token.withLock { $0 }) }.caching(in: .memory(), time: clock.time)
        #expect(text(try await get(client)) == "1")
        #expect(text(try await get(client)) == "1")
        token.withLock { $0 = "ben" }
        #expect(text(try await get(client)) == "2")
        token.withLock { $0 = "anna" }
        #expect(text(try await get(client)) == "1")
    }

    @Test func `an account of the app keeps its responses when its token changes, and is removed alone`() async throws {
        let (name, token) = (Locked("anna"), Locked("1"))
        let cache = HTTPCache.memory(options: .init(account: { name.withLock { $0 } }))
        let client = origin().authorizing { .bearer(token.withLock { $0 }) }.caching(in: cache, time: clock.time)
        #expect(text(try await get(client)) == "1")
        token.withLock { $0 = "2" }
        #expect(text(try await get(client)) == "1")
        name.withLock { $0 = "ben" }
        #expect(text(try await get(client)) == "2")
        await cache.removeAll(ofAccount: "anna")
        #expect(text(try await get(client)) == "2")
        name.withLock { $0 = "anna" }
        #expect(text(try await get(client)) == "3")
    }

    @Test func `a response isn't stored if a credential was added without being declared`() async throws {
        let client = origin().adapting { $0.urlRequest.setValue("Bearer x", forHTTPHeaderField: "Authorization") }
            .caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        #expect(text(try await get(client)) == "2")
    }

    @Test func `a response isn't stored if a header that it depends on was added without being declared`() async throws
    {
        let headers: HeaderFields = ["Cache-Control": "max-age=60", "Vary": "X-Language"]
        let client = origin(headers).adapting { $0.urlRequest.setValue("de", forHTTPHeaderField: "X-Language") }
            .caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        #expect(text(try await get(client)) == "2")
        let declared = origin(headers).caching(in: .memory(), time: clock.time)
        _ = try await get(declared, "books", ["X-Language": "de"])
        #expect(text(try await get(declared, "books", ["X-Language": "de"])) == "1")
        #expect(text(try await get(declared, "books", ["X-Language": "en"])) == "2")
    }

    @Test func `a credential that changes while a request is under way is not mixed up`() async throws {
        let token = Locked("anna")
        let origin = origin { request, number in
            token.withLock { $0 = "ben" }
            return try .answer(headers: ["Cache-Control": "max-age=60"], body: Data("\(number)".utf8), to: request)
        }
        let client = DeclaredClient { try await origin.send($0) }.traited(
            ClientTraits(baseURL: base).sending {
                ["Authorization": token.withLock { $0 }]
            }
        ).caching(in: .memory(), time: clock.time)
        #expect(text(try await get(client)) == "1")
        token.withLock { $0 = "anna" }
        #expect(text(try await get(client)) == "2")
    }

    @Test func `a part is not stored as the whole, and a whole answers a part`() async throws {
        let parts = origin { request, number in
            let isPart = request.urlRequest.value(forHTTPHeaderField: "Range") != nil
            return try .answer(
                isPart ? 206 : 200, headers: ["Cache-Control": "max-age=60"], body: Data("0123\(number)".utf8),
                to: request)
        }
        let client = parts.caching(in: .memory(), time: clock.time)
        _ = try await get(client, "books", ["Range": "bytes=0-4"])
        #expect(text(try await get(client)) == "01232")
        let part = try await get(client, "books", ["Range": "bytes=3-4"])
        #expect(part.http.statusCode == 206 && text(part) == "32")
        #expect(part.headers["Content-Range"] == "bytes 3-4/5")
    }

    @Test func `a body that is shorter than announced is not stored`() async throws {
        let client = origin(["Cache-Control": "max-age=60", "Content-Length": "5"])
            .caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        #expect(text(try await get(client)) == "2")
    }

    @Test func `a stream passes the cache by`() async throws {
        let client = origin().caching(in: .memory(), time: clock.time)
        let request = try URLRequest.get("books")
        var call = APIRequest(request, for: RawEndpoint(request))
        call.wantsStream = true
        let streamed = try await client.send(call)
        #expect(streamed.headers["Cache-Status"] == nil)
        #expect(text(try await get(client)) == "2")
        #expect(try await client.send(call).headers["Cache-Status"] == nil)
    }

    @Test func `each cache policy of a request is obeyed`() async throws {
        let origin = origin()
        let client = origin.caching(in: .memory(), time: clock.time)
        await #expect(throws: URLError.self) { try await get(client, policy: .returnCacheDataDontLoad) }
        #expect(origin.requests.isEmpty)
        #expect(text(try await get(client, policy: .returnCacheDataElseLoad)) == "1")
        #expect(text(try await get(client, policy: .reloadIgnoringLocalCacheData)) == "2")
        #expect(text(try await get(client, policy: .reloadIgnoringLocalAndRemoteCacheData)) == "3")
        #expect(text(try await get(client, policy: .reloadRevalidatingCacheData)) == "4")
        #expect(origin.headers("Cache-Control") == [nil, "no-cache", "no-cache", "max-age=0"])
        clock.advance(by: .seconds(1_000))
        #expect(text(try await get(client, policy: .returnCacheDataDontLoad)) == "4")
        #expect(text(try await get(client, policy: .returnCacheDataElseLoad)) == "4")
        #expect(text(try await get(client)) == "5")
    }

    @Test func `a request that allows only a stored response fails by its code`() async throws {
        let client = origin().caching(in: .memory(), time: clock.time)
        let error = await #expect(throws: URLError.self) { try await get(client, policy: .returnCacheDataDontLoad) }
        #expect(error?.code == .resourceUnavailable)
        await #expect(throws: URLError.self) { try await get(client, "books", ["Cache-Control": "only-if-cached"]) }
    }

    @Test func `a confirmed response is a good one with the stored body`() async throws {
        let steps = Steps()
        let origin = origin { request, number in
            let isCurrent = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") == "\"a\""
            return try .answer(
                isCurrent ? 304 : 200, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60", "N": "\(number)"],
                body: Data((isCurrent ? "" : "body").utf8), to: request)
        }
        let client = origin.caching(in: .memory(), time: clock.time).metering(time: clock.time, steps.note)
        _ = try await get(client)
        clock.advance(by: .seconds(61))
        let confirmed = try await get(client)
        #expect(confirmed.http.statusCode == 200 && text(confirmed) == "body" && confirmed.headers["N"] == "2")
        #expect(confirmed.headers["Cache-Status"] == "Endpoint; fwd=stale; fwd-status=304; stored")
        #expect(steps.all.suffix(2) == ["decided cacheRevalidated [304]", "ended: 200"])
        #expect(try await get(client).headers["Cache-Status"] == "Endpoint; hit; ttl=60")
    }

    @Test func `one refresh serves any number of readers, and after its failure the next one waits`() async throws {
        let (isDown, steps) = (Locked(false), Steps())
        let origin = origin { request, number in
            if isDown.withLock({ $0 }) { throw URLError(.cannotConnectToHost) }
            let headers: HeaderFields = ["Cache-Control": "max-age=1, stale-while-revalidate=1000"]
            return try .answer(headers: headers, body: Data("\(number)".utf8), to: request)
        }
        let cache = HTTPCache.memory()
        let client = origin.caching(in: cache, time: clock.time).metering(time: clock.time, steps.note)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        isDown.withLock { $0 = true }
        #expect(text(try await get(client)) == "1")
        await cache.refreshes.settle()
        #expect(steps.all.contains { $0.hasPrefix("decided cacheRefreshFailed") })
        await #expect(throws: URLError.self) { try await get(client) }
        isDown.withLock { $0 = false }
        #expect(text(try await get(client)) == "4")
        clock.advance(by: .seconds(5))
        #expect(text(try await get(client)) == "4")
    }

    @Test func `a hundred readers of a stale response start one refresh`() async throws {
        let gate = Promise<Void>()
        let count = Tally()
        let origin = MockClient(baseURL: base) { request in
            let number = count.add()
            if number > 1 { try await gate.value {} }
            return try .answer(
                headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000"], body: Data("\(number)".utf8),
                to: request)
        }
        let cache = HTTPCache.memory()
        let client = origin.caching(in: cache, time: clock.time)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        for _ in 0..<100 { #expect(text(try await get(client)) == "1") }
        gate.resolve(.success(()))
        await cache.refreshes.settle()
        #expect(count.count == 2)
        #expect(text(try await get(client)) == "2")
    }

    @Test func `a stale response is used when the server fails, if it allows that`() async throws {
        let origin = origin { request, number in
            if number > 1 { return try .answer(503, to: request) }
            return try .answer(headers: ["Cache-Control": "max-age=1, stale-if-error=60"], to: request)
        }
        let client = origin.caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        #expect(try await get(client).headers["Cache-Status"] == "Endpoint; hit; ttl=-4")
        clock.advance(by: .seconds(60))
        #expect(try await get(client).http.statusCode == 503)
    }

    @Test(arguments: [true, false]) func `a stale response is used offline only by option`(isOn: Bool) async throws {
        let origin = origin { request, number in
            if number > 1 { throw URLError(.notConnectedToInternet) }
            return try .answer(headers: ["Cache-Control": "max-age=1"], body: Data("1".utf8), to: request)
        }
        let client = origin.caching(in: .memory(options: .init(staleWhenOffline: isOn)), time: clock.time)
        _ = try await get(client)
        clock.advance(by: .seconds(5_000))
        let result = await Result { try await get(client) }
        #expect((try? result.get()).map(text) == (isOn ? "1" : nil))
    }

    @Test func `the user can look at responses and remove them by URL, by prefix and all`() async throws {
        let cache = HTTPCache.memory()
        let client = origin().caching(in: cache, time: clock.time)
        for path in ["books", "books/1", "books?page=2", "booksellers"] { _ = try await get(client, path) }
        let books = try #require(URL(string: "https://api.example/v1/books"))
        #expect(await cache.entries().count == 4)
        #expect(await cache.entries(below: books).count == 3)
        await cache.remove(books)
        #expect(await cache.entries().count == 3)
        await cache.removeAll(below: books)
        #expect(await cache.entries().map(\.key.url) == ["https://api.example/v1/booksellers"])
        await cache.removeAll()
        #expect(await cache.entries().isEmpty)
    }

    @Test func `a response that was requested before a removal is not stored after it`() async throws {
        let cache = HTTPCache.memory()
        let origin = MockClient(baseURL: base) { request in
            await cache.removeAll()
            return try .answer(headers: ["Cache-Control": "max-age=60"], to: request)
        }
        _ = try await get(origin.caching(in: cache, time: clock.time))
        #expect(await cache.entries().isEmpty)
    }

    @Test func `a response after a redirect is not stored for the first URL`() async throws {
        let origin = origin { request, number in
            let origin = try #require(request.origin)
            request.context.emit(.redirected(status: 302, to: origin))
            return try .answer(headers: ["Cache-Control": "max-age=60"], body: Data("\(number)".utf8), to: request)
        }
        let client = origin.caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        #expect(text(try await get(client)) == "2")
    }

    @Test func `a client without a base URL is cached for absolute URLs only`() async throws {
        let origin = MockClient { try .answer(headers: ["Cache-Control": "max-age=60"], to: $0) }
        let client = origin.caching(in: .memory(), time: clock.time)
        for url in ["books", "books", "https://a.example/x", "https://a.example/x"] { _ = try await get(client, url) }
        #expect(origin.requests.count == 3)
    }

    @Test func `a call that is cancelled or too late gets no stored response`() async throws {
        let client = origin().caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        let request = try URLRequest.get("books")
        var call = APIRequest(request, for: RawEndpoint(request))
        call.context.setDeadline(after: .zero) { .zero }
        let late = call
        await #expect(throws: URLError.self) { try await client.send(late) }
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await get(client)
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `a HEAD is answered from a fresh response to GET, without its body`() async throws {
        let origin = origin()
        let client = origin.caching(in: .memory(), time: clock.time)
        _ = try await get(client)
        let head = try await client.send(.head, "books")
        #expect(head.http.statusCode == 200 && head.data.isEmpty && origin.requests.count == 1)
        clock.advance(by: .seconds(61))
        _ = try await client.send(.head, "books")
        #expect(origin.requests.last?.urlRequest.httpMethod == "HEAD")
    }

    @Test func `a stack builds the cache outside retries and inside the deadline`() {
        let client = origin().standard {
            $0.cache = .memory()
            $0.credential = .bearer("t")
        }
        #expect(
            "\(client)"
                == "IdempotencyKeying › TimingOut(60 s) › Caching › Retrying › Authorizing › TimingOut(20 s each) › Mock"
        )
        let wrong = origin().caching(in: .memory()).authorizing(.bearer("t"))
        #expect("\(wrong)".contains("(Authorizing belongs inside Caching)"))
    }
}

/// A client with traits of its own, which reports nothing of what it sends.
private struct DeclaredClient: APIClient {
    var traits = ClientTraits()
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    init(_ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse) { self.answer = answer }

    func traited(_ traits: ClientTraits) -> DeclaredClient {
        var client = self
        client.traits = traits
        return client
    }

    func send(_ request: APIRequest) async throws -> APIResponse { try await answer(request) }
}
