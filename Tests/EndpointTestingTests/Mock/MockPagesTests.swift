import EndpointTesting
import Testing

/// Lists from a mock whose next page is a link.
@Suite struct MockPagesTests {
    private struct LinkedNotes: JsonEndpoint, PagedEndpoint {
        typealias Content = [Int]

        var url: URL?

        func makeRequest() throws -> URLRequest { try url.map { URLRequest(url: $0) } ?? .get("notes") }

        func nextPage(after page: [Int], _ response: HTTPURLResponse) -> LinkedNotes? {
            LinkHeader(response)["next"]?.url(from: response).map { LinkedNotes(url: $0) }
        }
    }

    private static let base = URL(string: "https://api.example.com/v1")!

    @Test(arguments: [nil, base])
    func `a link to another origin isn't followed`(base: URL?) async throws {
        let client = MockClient(baseURL: base) { Self.page(1, next: "https://evil.example.com/x") }
        var pages = client.pages(of: LinkedNotes()).makeAsyncIterator()
        #expect(try await pages.next()?.content == [1])
        let error = await #expect(throws: PagingError.self) { try await pages.next() }
        #expect(error?.reason == .otherOrigin(base == nil ? "a relative URL" : "https://api.example.com"))
        #expect(client.requests.count == 1)
    }

    @Test func `a list that begins at an absolute URL stays at its origin`() async throws {
        let start = LinkedNotes(url: Self.base.appendingPathComponent("notes"))
        let client = MockClient {
            Self.page(1, next: "https://api.example.com/v1/notes?page=2")
            Self.page(2, next: "http://api.example.com/v1/notes?page=3")
        }
        var pages = client.pages(of: start).makeAsyncIterator()
        #expect(try await pages.next()?.content == [1])
        #expect(try await pages.next()?.content == [2])
        let error = await #expect(throws: PagingError.self) { try await pages.next() }
        #expect(error?.reason == .otherOrigin("https://api.example.com"))
        #expect(client.requests.count == 2)
    }

    @Test(arguments: ["https://api.example.com/v1/notes?page=2", "/v1/notes?page=2", "?page=2"])
    func `a mock with a base URL follows absolute and relative links`(target: String) async throws {
        let client = MockClient(baseURL: Self.base) {
            Self.page(1, next: target)
            On(LinkedNotes.self).reply(json: "[2]")
        }
        let pages = try await client.pages(of: LinkedNotes()).reduce(into: []) { $0 += $1.content }
        #expect(pages == [1, 2])
        #expect(
            client.requests.map { $0.urlRequest.url?.absoluteString }
                == ["notes", "https://api.example.com/v1/notes?page=2"])
        try client.verify()
    }

    private static func page(_ number: Int, next: String) -> On<[Int]> {
        On(LinkedNotes.self).status(200, headers: ["Link": "<\(next)>; rel=\"next\""], json: "[\(number)]")
    }
}
