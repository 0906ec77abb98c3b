import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookEndpointTests {
    private let endpoint = BookEndpoint(id: "1")

    @Test func `the request asks for the book by its identifier`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books/1")
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { BookEndpoint(id: $0) }
    }
}
