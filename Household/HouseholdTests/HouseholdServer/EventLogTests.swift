import EndpointTesting
import HouseholdAPI
import Testing

@testable import HouseholdServer

@Suite(.timeLimit(.minutes(10))) struct EventLogTests {
    private let clock = TestClock()
    private let service: HouseholdService

    init() {
        service = HouseholdService(shelf: Bookshelf([BookDraft(title: "T", author: "A")]), time: clock.time)
    }

    private func follow(after id: String? = nil) async throws -> AsyncStream<Data>.AsyncIterator {
        let headers: HeaderFields = id.map { ["Last-Event-ID": $0] } ?? [:]
        let (response, events) = await service.respond(to: RecordedRequest("GET", "/v1/events", headers: headers))
        #expect(response.headers.first == .init("Content-Type", "text/event-stream"))
        return try #require(events).makeAsyncIterator()
    }

    private func delete(_ id: Book.ID) async {
        _ = await service.respond(to: RecordedRequest("DELETE", "/v1/books/\(id)"))
    }

    private func add(_ count: Int = 1) async {
        let headers: HeaderFields = ["Content-Type": "application/json"]
        for _ in 0..<count {
            let body = Data(#"{"title": "U", "author": "B"}"#.utf8)
            _ = await service.respond(to: RecordedRequest("POST", "/v1/books", headers: headers, body: body))
        }
    }

    /// The identifier of the next element of a stream.
    private func nextID(_ events: inout AsyncStream<Data>.AsyncIterator) async -> String? {
        let text = await events.next().map { String(decoding: $0, as: UTF8.self) }
        return text?.split(separator: "\n").first { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test func `an event log sends a numbered event for each change`() async throws {
        var events = try await follow()
        await delete("1")
        let text = try #require(await events.next().map { String(decoding: $0, as: UTF8.self) })
        #expect(
            text == """
                id: 1
                data: {"book":{"author":"A","id":"1","title":"T"},"kind":"deleted"}


                """)
        await add()
        #expect(await nextID(&events) == "2")
    }

    @Test func `a request that is refused makes no event`() async throws {
        var events = try await follow()
        await delete("9")
        await delete("1")
        #expect(await nextID(&events) == "1")
    }

    @Test(arguments: [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4"), (nil, "4"), ("9", "4"), ("-1", "4"), ("x", "4")])
    func `a stream of events continues after the given identifier, or from now on`(id: String?, first: String)
        async throws
    {
        await add(3)
        var events = try await follow(after: id)
        await add()
        #expect(await nextID(&events) == first)
    }

    @Test func `an event log keeps the last thousand events`() async throws {
        await add(1001)
        var events = try await follow(after: "0")
        #expect(await nextID(&events) == "2")
    }

    @Test func `a stream that isn't read ends, and the missed events are kept`() async throws {
        var slow = try await follow()
        await add(1001)
        var last: String?
        while let id = await nextID(&slow) { last = id }
        #expect(last == "1000")
        var events = try await follow(after: last)
        #expect(await nextID(&events) == "1001")
    }

    @Test func `a comment shows that the connection is alive`() async throws {
        var events = try await follow()
        await clock.sleepers(1)
        clock.advance(by: .seconds(15))
        #expect(await events.next() == Data(":\n\n".utf8))
        await clock.sleepers(1)
    }
}
