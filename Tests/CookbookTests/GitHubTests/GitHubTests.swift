import EndpointTesting
import GitHubExample
import Testing

@Suite struct GitHubTests {
    private let client: ReplayingClient

    init() throws {
        client = ReplayingClient(try .handwritten("GitHub"), environment: GitHub())
    }

    @Test func `the rate limit is read from inside its object`() async throws {
        #expect(try await client.request(GitHub.ShowQuota()).remaining == 57)
    }

    @Test func `a search finds repositories`() async throws {
        let response = try await client.request(GitHub.SearchRepositories("networking in:name"))
        #expect(response.totalCount == 2)
        #expect(response.items.map(\.name) == ["networking-a", "networking-b"])
    }

    @Test func `a list follows the link to the next page, which is in a header`() async throws {
        var pages = client.pages(of: GitHub.ListRepositories(of: "ann")).makeAsyncIterator()
        let first = try #require(try await pages.next())
        let second = try #require(try await pages.next())
        #expect((first.content + second.content).map(\.name) == ["networking-a", "tea"])
        #expect(second.next == nil)
        #expect(try await pages.next() == nil)
    }

    @Test func `an error of GitHub's own can be caught by its type`() async throws {
        let error = try await #require(throws: GitHubError.self) {
            try await client.request(GitHub.SearchRepositories("again"))
        }
        let limit = error.exchange.http?.rateLimit
        #expect(limit?.remaining == 0)
        #expect(limit?.delay(from: Date(timeIntervalSince1970: 1_767_229_140)) == .seconds(60))
        #expect(error.userMessage == "GitHub takes no more requests for now. Sign in, or try again later.")
    }

    @Test func `a validation error names the field`() async throws {
        let error = try await #require(throws: GitHubError.self) {
            try await client.request(GitHub.SearchRepositories(""))
        }
        #expect(error.errors?.map(\.code) == ["missing"])
        #expect(error.userMessage == #"GitHub did not accept this. Check what you have entered for "q"."#)
    }

    @Test func `a failure that isn't GitHub's own is an HTTPError`() async throws {
        let client = MockClient { On(GitHub.ShowQuota.self).status(502, body: Data("<html>".utf8)) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(GitHub.ShowQuota()) }
        #expect(error.userMessage == "The server has a problem. Try again later.")
    }

    @Test func `every request has its Accept header, and the environment adds the token`() throws {
        let request = try GitHub.SearchRepositories("a", page: 2).makeRequest()
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/vnd.github+json")
        #expect(request.url?.relativeString == "search/repositories?q=a&page=2")
        #expect(GitHub(token: "t").headers == ["Authorization": "Bearer t"])
        #expect(GitHub().headers == [:])
    }

    @Test func `hostile values do not change the path`() throws {
        try EndpointFuzz.check { GitHub.ListRepositories(of: $0) }
    }
}
