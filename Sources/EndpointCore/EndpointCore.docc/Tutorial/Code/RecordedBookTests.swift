import EndpointTraits
import HouseholdAPI
import Testing

@Suite(.cassette) struct RecordedBookTests {
    private var client: CassetteClient {
        Cassette.client(
            over: LiveClient(environment: HouseholdEnvironment.production),
            environment: HouseholdEnvironment.production)
    }

    @Test func `the first book is read as the service sends it`() async throws {
        #expect(try await client.request(BookEndpoint(id: "1")).title == "The Left Hand of Darkness")
    }
}
