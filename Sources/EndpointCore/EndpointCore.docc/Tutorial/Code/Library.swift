import EndpointClient
import HouseholdAPI

/// The books, for the rest of the app.
struct Library {
    private let client: any APIClient

    init(client: any APIClient = LiveClient(environment: HouseholdEnvironment.production).standard) {
        self.client = client
    }

    func book(_ id: Book.ID) async throws -> Book {
        try await client.request(BookEndpoint(id: id))
    }
}
