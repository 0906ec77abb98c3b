import EndpointTesting
import Testing

/// Recordings of a client with a cache, and their replays: without a cache, and with an empty one.
@Suite struct CachedRecordingTests {
    enum Order: CaseIterable {
        case recorderInside, recorderOutside
    }

    private let clock = TestClock()
    private let requests = Locked([URLRequest]())

    /// A server whose answer is fresh for ten seconds, and confirmed after that.
    private var server: MockClient {
        MockClient(baseURL: api) { [requests] request in
            requests.withLock { $0.append(request.urlRequest) }
            let headers: HeaderFields = [
                "Content-Type": "application/json", "Cache-Control": "max-age=10", "ETag": "\"a\"",
            ]
            let isKnown = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") == "\"a\""
            return try .answer(
                isKnown ? 304 : 200, headers: headers, body: Data((isKnown ? "" : "7").utf8), to: request)
        }
    }

    private func client(_ order: Order, _ recording: Recording, _ cache: HTTPCache) -> any APIClient {
        switch order {
        case .recorderInside: server.recording(into: recording, baseURL: api).caching(in: cache, time: clock.time)
        case .recorderOutside: server.caching(in: cache, time: clock.time).recording(into: recording, baseURL: api)
        }
    }

    /// The answers to a call, to one after five seconds, and to one after another ten.
    private func numbers(from client: any APIClient) async throws -> [Int] {
        var numbers = [try await client.request(NumberEndpoint())]
        for wait in [5, 10] {
            clock.advance(by: .seconds(wait))
            numbers.append(try await client.request(NumberEndpoint()))
        }
        return numbers
    }

    @Test(arguments: Order.allCases)
    func `a hit is not recorded, and a confirmed response is recorded as a whole one`(order: Order) async throws {
        let recording = Recording(time: clock.time)
        #expect(try await numbers(from: client(order, recording, .memory())) == [7, 7, 7])
        let interactions = recording.cassette.interactions
        #expect(interactions.map { $0.response?.status } == [200, 200])
        #expect(interactions.map { $0.response?.body } == [Data("7".utf8), Data("7".utf8)])
        #expect(interactions.allSatisfy { $0.request.headers["If-None-Match"] == nil })
        #expect(requests.withLock { $0.map { $0.value(forHTTPHeaderField: "If-None-Match") } } == [nil, "\"a\""])
    }

    @Test(arguments: Order.allCases)
    func `a recording through a cache is replayed through an empty one, with the same waits`(
        order: Order
    ) async throws {
        let recording = Recording(time: clock.time)
        _ = try await numbers(from: client(order, recording, .memory()))
        let replaying = ReplayingClient(recording.cassette, baseURL: api)
        #expect(try await numbers(from: replaying.caching(in: .memory(), time: clock.time)) == [7, 7, 7])
        try replaying.replay.verify()
    }

    @Test(arguments: Order.allCases)
    func `a recording through a cache is replayed without one, as often as the server was asked`(
        order: Order
    ) async throws {
        let recording = Recording(time: clock.time)
        _ = try await numbers(from: client(order, recording, .memory()))
        let replaying = ReplayingClient(recording.cassette, baseURL: api)
        for _ in 1...2 { #expect(try await replaying.request(NumberEndpoint()) == 7) }
        try replaying.replay.verify()
    }

    @Test(arguments: Order.allCases)
    func `a response that was stored before the recording and is confirmed in it is a whole one`(
        order: Order
    ) async throws {
        let cache = HTTPCache.memory(), recording = Recording(time: clock.time)
        _ = try await server.caching(in: cache, time: clock.time).request(NumberEndpoint())
        clock.advance(by: .seconds(20))
        _ = try await client(order, recording, cache).request(NumberEndpoint())
        #expect(requests.withLock { $0.last?.value(forHTTPHeaderField: "If-None-Match") } == "\"a\"")
        let replaying = ReplayingClient(recording.cassette, baseURL: api)
        #expect(try await replaying.request(NumberEndpoint()) == 7)
    }

    @Test func `a response from a file of a cassette is replayed through an empty cache too`() async throws {
        let recording = Recording(time: clock.time), folder = try TemporaryFolder()
        _ = try await numbers(from: client(.recorderInside, recording, .memory()))
        try folder.cassette().save(recording.cassette)
        let replaying = ReplayingClient(try folder.cassette().load().cassette, baseURL: api)
        #expect(try await numbers(from: replaying.caching(in: .memory(), time: clock.time)) == [7, 7, 7])
        try replaying.replay.verify()
    }

    @Test func `a stale response whose server fails is no exchange for a recorder outside the cache`() async throws {
        let isDown = Locked(false)
        let server = MockClient(baseURL: api) { request in
            if isDown.withLock({ $0 }) { throw URLError(.cannotConnectToHost) }
            return try .answer(
                headers: ["Cache-Control": "max-age=1, stale-if-error=60"], body: Data("1".utf8), to: request)
        }
        let (inner, outer) = (Recording(time: clock.time), Recording(time: clock.time))
        let client = server.recording(into: inner, baseURL: api).caching(in: .memory(), time: clock.time)
            .recording(into: outer, baseURL: api)
        _ = try await client.request(NumberEndpoint())
        clock.advance(by: .seconds(5))
        isDown.withLock { $0 = true }
        #expect(try await client.request(NumberEndpoint()) == 1)
        #expect(outer.cassette.interactions.count == 1)
        #expect(inner.cassette.interactions.map { $0.failure?.code } == [nil, .cannotConnectToHost])
    }

    @Test func `a 304 to a condition of the caller is recorded as it is`() async throws {
        let recording = Recording(time: clock.time)
        let client = client(.recorderInside, recording, .memory())
        _ = try await client.request(NumberEndpoint())
        _ = try? await client.request(NumberEndpoint(headers: ["If-None-Match": "\"a\""]))
        let last = try #require(recording.cassette.interactions.last)
        #expect(last.response?.status == 304 && last.request.headers["If-None-Match"] == "\"a\"")
    }
}
