import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct FlowTests {
    @Test func `a book is added and then found`() async throws {
        let draft = BookDraft(title: "Momo", author: "Michael Ende", year: 1973)
        let client = MockClient {
            On(CreateBookEndpoint(draft: draft)).status(201, json: Book.momoJSON)
            On(BookListEndpoint(author: "ende")).reply([Book.momo])
        }
        let added = try await client.request(CreateBookEndpoint(draft: draft))
        let found = try await client.request(BookListEndpoint(author: "ende"))
        #expect(found == [added])
        #expect(client.requests.count == 2)
    }
}
