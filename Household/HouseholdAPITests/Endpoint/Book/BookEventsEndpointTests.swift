import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookEventsEndpointTests {
    private let endpoint = BookEventsEndpoint()

    @Test func `the request asks for the events`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "events")
        #expect(request.value(forHTTPHeaderField: "Last-Event-ID") == nil)
        let later = try BookEventsEndpoint(after: "7").makeRequest()
        #expect(later.value(forHTTPHeaderField: "Last-Event-ID") == "7")
    }

    @Test func `the events are read in order`() async throws {
        let events = [BookEvent.Kind.added, .updated, .deleted].map { BookEvent(kind: $0, book: .momo) }
        let client = MockClient { On(endpoint).stream(events) }
        #expect(try await client.stream(endpoint).reduce(into: []) { $0.append($1) } == events)
    }

    @Test func `an unknown kind of event is read, from JSON on several lines`() async throws {
        let text = "id: 7\ndata: {\"kind\": \"lent\",\ndata: \"book\": \(Book.momoJSON)}\n\n"
        let client = MockClient { On(endpoint).stream(chunks: [Data(text.utf8)]) }
        let events = try await client.stream(endpoint).reduce(into: []) { $0.append($1) }
        #expect(events == [BookEvent(kind: .init(rawValue: "lent"), book: .momo)])
    }

    @Test func `a refusal of the service is thrown`() async {
        let client = MockClient { On(endpoint).status(404, json: APIError.noSuchBookJSON) }
        await #expect(throws: APIError.noSuchBook) { for try await _ in client.stream(endpoint) {} }
    }
}
