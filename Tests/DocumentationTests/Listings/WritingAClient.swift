import EndpointTesting
import Testing

/// Lets calls wait until a slot is free.
struct Slots: Sendable {
    let wait: @Sendable () async throws -> Void
}

struct QueueingClient: ClientDecorator {
    let upstream: any APIClient
    let slots: Slots

    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        request.context.beginSend()
        defer { request.context.endSend() }
        request.context.emit(.queued)
        let start = ContinuousClock.now
        try await slots.wait()
        request.context.emit(.admitted(after: ContinuousClock.now - start))
        return try await upstream.send(request)
    }
}

@Suite struct WritingAClientTests {
    @Test func `a wait in a queue doesn't count for the attempt`() async throws {
        let clock = TestClock()
        let slots = Slots { clock.advance(by: .seconds(10)) }
        let client = QueueingClient(upstream: MockClient { try .json("[]", to: $0) }, slots: slots)
            .timingOut(eachAttemptAfter: .seconds(1), time: clock.time)
        #expect(try await client.request(SearchEndpoint(words: "x")).isEmpty)
    }
}
