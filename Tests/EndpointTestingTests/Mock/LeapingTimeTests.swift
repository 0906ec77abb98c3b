import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

/// The time of a stack around a client that answers from memory. Each of these would take minutes in real time.
@Suite(.timeLimit(.minutes(1))) struct LeapingTimeTests {
    private static let busy = MockReply.status(503, headers: ["Retry-After": "50"])
    private let milk = Note(id: "1")

    @Test func `a stack around a mock does not wait before a retry`() async throws {
        let mock = MockClient { On(NoteEndpoint.self).reply(Self.busy).then(milk) }
        let client = mock.standard { $0.deadline = .seconds(200) }
        _ = try await client.request(NoteEndpoint(id: "1"))
        #expect(mock.requests.count == 2)
    }

    @Test func `the waits of a stack around a mock count towards the deadline of the call`() async throws {
        let mock = MockClient { On(NoteEndpoint.self).reply(Self.busy).anyTimes() }
        await #expect(throws: (any Error).self) { try await mock.standard.request(NoteEndpoint(id: "1")) }
        #expect(mock.requests.count < 3, "the second wait is longer than what the first has left")
    }

    @Test func `a stack around a replay does not wait before a retry`() async throws {
        let request = Interaction.Request("GET", "https://api.example.com/v1/number")
        let busy = Interaction(request, .response(.init(503, headers: ["Retry-After": "50"], body: Data())))
        let client = ReplayingClient(Cassette([busy, .number(1)]), baseURL: api)
        #expect(try await client.standard { $0.deadline = .seconds(200) }.request(NumberEndpoint()) == 1)
        try client.replay.verify()
    }

    @Test func `a stack around a cassette that is replayed does not wait before a retry`() async throws {
        let file = CassetteFile(FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har"))
        let client = try CassetteSession(file, mode: .replay).client(over: MockClient {}, baseURL: api)
        let time = client.standard.traits.time
        let start = time.now()
        try await time.sleep(for: .seconds(1000))
        #expect(client.traits.time.now() - start >= .seconds(1000))
    }

    @Test func `a stack that is given a time source waits on it`() async throws {
        let mock = MockClient { On(NoteEndpoint.self).reply(Self.busy).then(milk) }
        let clock = TestClock()
        let client = mock.standard {
            $0.time = clock.time
            ($0.deadline, $0.attemptDeadline) = (nil, nil)
        }
        async let answer = client.request(NoteEndpoint(id: "1"))
        await clock.sleepers(1)
        #expect(mock.requests.count == 1)
        clock.advance(by: .seconds(200))
        _ = try await answer
    }

    @Test func `a leap ends when its task is cancelled, and moves the time of day too`() async throws {
        let time = MockClient {}.traits.time
        let (start, date) = (time.now(), time.date())
        try await time.sleep(for: .seconds(1000))
        #expect(time.now() - start >= .seconds(1000))
        #expect(time.date().timeIntervalSince(date) >= 999)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await time.sleep(for: .seconds(1000))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.now() - start < .seconds(2000))
    }
}
