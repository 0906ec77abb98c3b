import EndpointTesting
import Testing

@testable import EndpointClient
@testable import EndpointCore

/// The refresh of a stale response, for callers that wait for it.
@Suite(.timeLimit(.minutes(5))) struct StaleRefreshTests {
    private let clock = TestClock()
    private let cache = HTTPCache.memory()
    private let release = Promise<Void>()
    private let requests = Tally()

    /// Answers with the number of the request: the first at once, the second when `release` is resolved.
    private func client(
        _ headers: HeaderFields = [:], status: Int = 200, token: (@Sendable () -> String)? = nil
    ) -> any APIClient {
        let server = MockClient(baseURL: URL(string: "https://api.example/v1")) { [release, requests] request in
            let number = requests.add()
            if number == 2 { try await release.value {} }
            let first: HeaderFields = ["Cache-Control": "max-age=1, stale-while-revalidate=60"]
            return try .answer(
                number == 1 ? 200 : status, headers: number == 1 ? first : headers, body: Data("\(number)".utf8),
                to: request)
        }
        guard let token else { return server.caching(in: cache, time: clock.time) }
        return server.authorizing { .bearer(token()) }.caching(in: cache, time: clock.time)
    }

    private func get(_ client: any APIClient, _ headers: HeaderFields = [:]) async throws -> APIResponse {
        try await client.send(.get, "books", headers: headers)
    }

    private func text(_ response: APIResponse?) -> String? {
        response.map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// Waits for the refreshes of two stale responses.
    private func ends(
        _ first: APIResponse, _ second: APIResponse
    ) async throws -> (APIResponse?, APIResponse?) {
        release.resolve(.success(()))
        return (try await first.stored?.refreshed?(), try await second.stored?.refreshed?())
    }

    @Test func `each reader can wait for the one refresh`() async throws {
        let client = client(["Cache-Control": "max-age=60"])
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let stale = (try await get(client), try await get(client))
        #expect(text(stale.0) == "1" && text(stale.1) == "1")
        let refreshed = try await ends(stale.0, stale.1)
        #expect(text(refreshed.0) == "2" && text(refreshed.1) == "2")
        #expect(refreshed.0?.stored == nil)
        #expect(refreshed.0?.headers["Cache-Status"] == "Endpoint; fwd=stale; stored")
        #expect(requests.count == 2)
        let hit = try await get(client)
        #expect(text(hit) == "2" && hit.stored != nil && hit.stored?.refreshed == nil)
    }

    @Test func `a reader with another language than the refresh has a response of its own`() async throws {
        let client = client(["Cache-Control": "max-age=60", "Vary": "Accept-Language"])
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let stale = (
            try await get(client, ["Accept-Language": "de"]), try await get(client, ["Accept-Language": "en"])
        )
        let refreshed = try await ends(stale.0, stale.1)
        #expect(text(refreshed.0) == "2" && text(refreshed.1) == "3")
        #expect(text(try await get(client, ["Accept-Language": "en"])) == "3")
    }

    @Test func `a response to the credential of another account is not that of a second reader`() async throws {
        // The closure is asked before the cache is, and for each request: the fourth time for the refresh.
        let asked = Tally()
        let client = client(["Cache-Control": "max-age=60"], token: { asked.add() == 4 ? "ben" : "anna" })
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let first = try await get(client)
        try await requests.reached(2)
        let refreshed = try await ends(first, try await get(client))
        #expect(text(refreshed.0) == "2" && text(refreshed.1) == "3")
    }

    @Test func `a failed response of the server is that of all readers, and the stale one is kept`() async throws {
        let client = client(status: 503)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let stale = (try await get(client), try await get(client))
        let refreshed = try await ends(stale.0, stale.1)
        #expect(refreshed.0?.http.statusCode == 503 && text(refreshed.1) == "2")
        #expect(requests.count == 2)
        #expect(await cache.entries().count == 1)
    }

    @Test func `a response that must not be stored takes the place of the stale one for all readers`() async throws {
        let client = client(["Cache-Control": "no-store"])
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let stale = (try await get(client), try await get(client))
        let refreshed = try await ends(stale.0, stale.1)
        #expect(text(refreshed.0) == "2" && text(refreshed.1) == "2")
        #expect(await cache.entries().isEmpty)
    }

    @Test func `a confirmation for another sender is followed by a whole response`() async throws {
        let confirms = Locked(false)
        let server = MockClient(baseURL: URL(string: "https://api.example/v1")) { [requests] request in
            let isKnown = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") != nil
            let headers: HeaderFields = [
                "Cache-Control": "max-age=1, stale-while-revalidate=60", "ETag": "\"a\"", "Vary": "X-Mode",
            ]
            return try .answer(
                isKnown ? 304 : 200, headers: headers, body: Data("\(requests.add())".utf8), to: request)
        }
        let client = server.adapting { request in
            if confirms.withLock({ $0 }) { request.urlRequest.setValue("b", forHTTPHeaderField: "X-Mode") }
        }.caching(in: cache, time: clock.time)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        confirms.withLock { $0 = true }
        let stale = try await get(client)
        let refreshed = try await stale.stored?.refreshed?()
        #expect(refreshed?.http.statusCode == 200 && text(refreshed) == "3")
    }

    @Test func `the failure of a refresh reaches the log through a shared exchange that has ended`() async throws {
        let steps = Steps()
        let client = client(status: 503).coalescing().metering(time: clock.time, steps.note)
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        _ = try await get(client)
        release.resolve(.success(()))
        await cache.refreshes.settle()
        #expect(steps.all.contains { $0.hasPrefix("decided cacheRefreshFailed") })
    }

    @Test func `a reader that is cancelled no longer waits, and the refresh continues`() async throws {
        let client = client(["Cache-Control": "max-age=60"])
        _ = try await get(client)
        clock.advance(by: .seconds(5))
        let stale = try await get(client)
        let waiting = Task { try await stale.stored?.refreshed?() }
        try await requests.reached(2)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        release.resolve(.success(()))
        await cache.refreshes.settle()
        #expect(text(try await get(client)) == "2")
    }
}
