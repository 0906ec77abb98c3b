import EndpointTesting
import Testing

@Suite struct ChaosClientTests {
    private let faults: [ChaosFault] = [
        .latency(upTo: .seconds(1)), .drop(chance: 0.3), .status(503, retryAfter: 2, chance: 0.3),
        .truncate(chance: 0.3),
    ]

    private func decisions(_ seed: UInt64, _ request: String = "GET notes/1") -> [ChaosPolicy.Decision] {
        (0..<200).map { ChaosPolicy(seed: seed, faults: faults).decision(for: request, call: $0) }
    }

    @Test func `faults are the same for the same seed`() {
        #expect(decisions(42) == decisions(42))
    }

    @Test func `faults differ with another seed and another request`() {
        #expect(decisions(42) != decisions(43))
        #expect(decisions(42) != decisions(42, "GET notes/2"))
    }

    @Test func `faults are as frequent as their probabilities`() {
        let outcomes = decisions(42).map(\.outcome)
        #expect((40...80).contains(outcomes.count { $0 == .drop }))
        #expect((25...60).contains(outcomes.count { $0 == .status(503, retryAfter: 2) }))
        #expect(decisions(42).allSatisfy { (.zero ... .seconds(1)).contains($0.latency) })
        #expect(Set(decisions(42).map(\.latency)).count > 100)
    }

    @Test func `a request without faults passes`() {
        #expect(ChaosPolicy(seed: 1, faults: []).decision(for: "", call: 0).outcome == .pass)
    }

    private var upstream: MockClient {
        MockClient { On(NoteEndpoint.self).reply(Note(id: "1")).anyTimes() }
    }

    @Test func `a status fault can answer the first call of each request`() async throws {
        let client = upstream.chaos(seed: 1, [.once(401)])
        for id in ["1", "2"] {
            let error = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: id)) }
            #expect(error.status == 401)
            #expect(try await client.request(NoteEndpoint(id: id)).id == "1")
        }
    }

    @Test func `a drop fault comes before anything is sent`() async throws {
        let upstream = upstream
        let client = upstream.chaos(seed: 1, [.drop(chance: 1)])
        let error = try await #require(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.code == .networkConnectionLost)
        #expect(upstream.requests.isEmpty)
    }

    @Test func `a status fault has a Retry-After`() async throws {
        let client = upstream.chaos(seed: 1, [.status(503, retryAfter: 7, chance: 1)])
        let error = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.retryAfter(from: Date(timeIntervalSince1970: 0)) == .seconds(7))
    }

    @Test func `a truncation fault cuts off the body`() async {
        let client = upstream.chaos(seed: 1, [.truncate(chance: 1)])
        await #expect(throws: ContentError.self) { try await client.request(NoteEndpoint(id: "1")) }
    }

    @Test func `a delay waits on the given clock`() async throws {
        let clock = TestClock()
        let client = upstream.chaos(seed: 1, [.latency(upTo: .seconds(3600))], time: clock.time)
        let call = Task { try await client.request(NoteEndpoint(id: "1")) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3600))
        #expect(try await call.value.id == "1")
    }
}
