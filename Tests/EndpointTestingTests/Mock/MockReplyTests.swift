import EndpointTesting
import Testing

@Suite struct MockNestingTests {
    private struct Notes: NestedJsonEndpoint {
        typealias Content = [Note]
        static let contentKey = "notes"

        func makeRequest() throws -> URLRequest { try .get("notes") }
    }

    @Test func `puts a content where the endpoint looks for it`() async throws {
        let client = MockClient { On(Notes.self).reply([Note(id: "1")]) }
        #expect(try await client.request(Notes()) == [Note(id: "1")])
    }
}
