import EndpointTraits
import HouseholdAPI
import Testing

private let momo = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

struct Bookshelf {
    let client: any APIClient

    func titles(by author: String) async throws -> [String] {
        try await client.request(BookListEndpoint(author: author)).map(\.title)
    }
}

@Suite struct TestingWithoutANetworkListings {
    @Test func `an endpoint needs no client`() throws {
        let endpoint = BookEndpoint(id: "a/b")
        #expect(try endpoint.makeRequest().url?.relativeString == "books/a%2Fb")

        let json = Data(#"{"id": "1", "title": "Momo", "author": "Michael Ende"}"#.utf8)
        #expect(try endpoint.content(from: nil, with: json).title == "Momo")
    }

    @Test func `titles of an author`() async throws {
        let client = MockClient { On(BookListEndpoint.self).reply([momo]) }
        #expect(try await Bookshelf(client: client).titles(by: "Ende") == ["Momo"])
        #expect(client.calls(BookListEndpoint.self).map(\.author) == ["Ende"])
    }

    @Test func `what can go wrong`() async throws {
        let client = MockClient {
            On(BookEndpoint(id: "9")).status(404, json: #"{"code": "not_found", "message": "No such book."}"#)
            On(BookListEndpoint.self).fail(.offline).then(.fail(.truncatedBody))
        }
        let missing = await #expect(throws: APIError.self) { try await client.request(BookEndpoint(id: "9")) }
        #expect(missing?.code == .notFound)
        await #expect(throws: URLError.self) { try await client.request(BookListEndpoint()) }
        await #expect(throws: ContentError.self) { try await client.request(BookListEndpoint()) }
    }

    @Test(.verifyingMocks) func `a busy server is asked again`() async throws {
        let clock = TestClock()
        let client = MockClient { On(BookListEndpoint.self).status(503).then([momo]) }.retrying(time: clock.time)
        let call = Task { try await client.request(BookListEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        #expect(try await call.value == [momo])
    }

    @Test func `a connection that breaks in the middle`() async throws {
        let server = try LoopbackServer { _ in .cut(LoopbackResponse(body: Data("[]".utf8)), afterBodyBytes: 1) }
        await #expect(throws: URLError.self) {
            try await LiveClient(baseURL: server.url).request(BookListEndpoint())
        }
    }
}
