import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct HouseholdEnvironmentTests {
    @Test func `production is reached over https`() {
        #expect(HouseholdEnvironment.production.baseURL.scheme == "https")
    }

    @Test func `any server may take the place of production`() throws {
        let url = try #require(URL(string: "http://127.0.0.1:8080/v1"))
        #expect(HouseholdEnvironment.server(url).baseURL == url)
    }

    @Test func `no environment sends secrets over cleartext`() throws {
        let url = try #require(URL(string: "http://household.example.com"))
        #expect(!HouseholdEnvironment.production.allowsInsecureConnections)
        #expect(!HouseholdEnvironment.server(url).allowsInsecureConnections)
    }

    @Test func `every request asks for JSON`() {
        #expect(HouseholdEnvironment.production.headers == ["Accept": "application/json"])
    }
}
