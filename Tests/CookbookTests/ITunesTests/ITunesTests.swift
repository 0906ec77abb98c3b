import EndpointTesting
import ITunesExample
import Testing

@Suite struct ITunesTests {
    private let client: ReplayingClient

    init() throws {
        client = ReplayingClient(try .handwritten("ITunes"), environment: ITunes())
    }

    @Test func `a search has parameters of its own`() async throws {
        let found = try await client.request(ITunes.Route.search("words & more"))
        #expect(found.results.map(\.trackName) == ["Dictionary", "Thesaurus"])
        #expect(found.results.first?.screenshotUrls?.count == 1)
    }

    @Test func `a search returns its content together with the response`() async throws {
        let (found, http) = try await client.response(for: ITunes.Route.lookup(ids: [21, 23]))
        #expect(found.resultCount == 2)
        #expect(found.results.last?.collectionName == "Songs")
        #expect(http.mimeType == "text/javascript")
    }

    @Test func `an error names the place of a missing field, and the user only reads that it's unreadable`()
        async throws
    {
        let error = try await #require(throws: ContentError.self) {
            try await client.request(ITunes.Route.lookup(ids: [31]))
        }
        #expect(error.codingPath == ["results", "0"])
        #expect(error.problem == #""trackId" is missing at SearchResult.results[0]"#)
        #expect(error.userMessage == "The server's response could not be read. Try again later.")
    }

    @Test func `pages are requested by their offset`() throws {
        let request = try ITunes.Route.search("IU", media: .music, offset: 20, limit: 5).makeRequest()
        #expect(request.url?.relativeString == "search?term=IU&media=music&offset=20&limit=5")
    }

    @Test(arguments: [
        (MockClient.Fault.offline, "There is no internet connection."), (.dnsFailure, "The server could not be found."),
        (.timedOut, "The server took too long to respond. Try again."),
        (.wrongContentType, "The server's response could not be read. Try again later."),
    ])
    func `a failed search has a message for the user`(fault: MockClient.Fault, message: String) async throws {
        let client = MockClient { On(ITunes.Route.self).fail(fault) }
        let error = try await #require(throws: (any Error).self) { try await client.request(ITunes.Route.search("IU")) }
        #expect(error.userMessage == message)
    }
}
