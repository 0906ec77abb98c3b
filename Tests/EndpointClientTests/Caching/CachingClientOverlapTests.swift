import EndpointTesting
import Testing

@testable import EndpointClient
@testable import EndpointCore

/// Calls through one cache that overlap: a response is replaced or removed while another call uses it.
/// `Tests/Schedules` has them in random orders.
@Suite struct CachingClientOverlapTests {
    private let clock = TestClock()
    private let count = Tally()
    private let client = Locked<(any APIClient)?>(nil)

    /// A client whose first response is stale after a second. The second request is answered by the closure, after
    /// another call has made the third one.
    private func overlapping(
        third: @escaping @Sendable (APIRequest) throws -> APIResponse,
        second: @escaping @Sendable (APIRequest) throws -> APIResponse
    ) -> some APIClient {
        let origin = MockClient(baseURL: URL(string: "https://api.example")) { request in
            switch count.add() {
            case 1: return try version(1, lifetime: "1, stale-if-error=60", request)
            case 2:
                _ = try await self.client.withLock { $0 }?.send(request.plain)
                return try second(request)
            default: return try third(request)
            }
        }
        let client = origin.caching(in: .memory(), time: clock.time)
        self.client.withLock { $0 = client }
        return client
    }

    private func version(_ number: Int, lifetime: String = "60", _ request: APIRequest) throws -> APIResponse {
        try .answer(
            headers: ["ETag": "\(number)", "Cache-Control": "max-age=\(lifetime)"], body: Data("\(number)".utf8),
            to: request)
    }

    private func confirmation(_ request: APIRequest) throws -> APIResponse {
        try .answer(304, headers: ["ETag": "1", "Cache-Control": "max-age=60"], to: request)
    }

    /// The body and the tag of the second response.
    private func second(
        _ client: some APIClient, policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) async throws -> [String] {
        _ = try await client.send(.get, "books")
        clock.advance(by: .seconds(5))
        var request = try URLRequest.get("books")
        request.cachePolicy = policy
        let response = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        return [String(decoding: response.data, as: UTF8.self), response.headers["ETag"] ?? ""]
    }

    @Test func `a response that another call has replaced is not mixed with the newer one when the server fails`()
        async throws
    {
        let client = overlapping(third: { try version(3, $0) }, second: { try .answer(503, to: $0) })
        #expect(try await second(client) == ["3", "3"])
        #expect(count.count == 3)
    }

    @Test func `a confirmed response that another call has replaced is not mixed with the newer one`() async throws {
        let client = overlapping(third: { try version(3, $0) }, second: confirmation)
        #expect(try await second(client) == ["3", "3"])
        #expect(count.count == 3)
    }

    @Test(arguments: [URLRequest.CachePolicy.useProtocolCachePolicy, .reloadRevalidatingCacheData])
    func `two calls that confirm one response at the same time need no third request`(
        policy: URLRequest.CachePolicy
    ) async throws {
        let client = overlapping(third: confirmation) { [clock] request in
            clock.advance(by: .seconds(1))
            return try confirmation(request)
        }
        #expect(try await second(client, policy: policy) == ["1", "1"])
        #expect(count.count == 3)
    }

    /// A store in which a removal begins just before a response is saved.
    private struct SlowStore: CacheStore {
        let store = MemoryCacheStore(bytes: 1 << 20)
        let beforeSaving: @Sendable () -> Void

        var secret: Data { store.secret }

        func heads(for key: CacheKey) async -> [CachedHead] { await store.heads(for: key) }

        func body(of head: CachedHead) async -> Data? { await store.body(of: head) }

        func save(_ head: CachedHead, body: Data) async {
            beforeSaving()
            await store.save(head, body: body)
        }

        func update(_ head: CachedHead, replacing old: CachedHead) async {
            await store.update(head, replacing: old)
        }

        func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async { await store.remove(where: isRemoved) }
    }

    @Test func `a response that is being saved when a removal begins is not there after it`() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let (cache, removal) = (Locked<HTTPCache?>(nil), Locked<Task<Void, Never>?>(nil))
        let store = SlowStore {
            let cache = cache.withLock { $0 }
            removal.withLock { $0 = .immediate { await cache?.removeAll() } }
        }
        let own = HTTPCache(store: store)
        cache.withLock { $0 = own }
        let origin = MockClient(baseURL: URL(string: "https://api.example")) { try version(1, $0) }
        _ = try await origin.caching(in: own, time: clock.time).send(.get, "books")
        await removal.withLock { $0 }?.value
        #expect(own.removalCount == 1)
        #expect(await own.entries().isEmpty)
    }
}

extension APIRequest {
    /// The request as another caller makes it, without conditions.
    fileprivate var plain: APIRequest {
        var plain = self
        plain.context = CallContext()
        plain.urlRequest.setValue(nil, forHTTPHeaderField: "If-None-Match")
        plain.urlRequest.setValue(nil, forHTTPHeaderField: "Cache-Control")
        return plain
    }
}
