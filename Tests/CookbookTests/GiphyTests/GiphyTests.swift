import EndpointTesting
import GiphyExample
import Testing

@Suite struct GiphyTests {
    private let key = "k3y-0f-the-app-4711"
    private let giphy: Giphy
    private let client: ReplayingClient

    init() throws {
        giphy = Giphy(key: key)
        client = ReplayingClient(try .handwritten("Giphy"), environment: giphy)
    }

    @Test func `a search goes page by page until a page isn't full`() async throws {
        var titles: [String] = []
        for try await page in client.pages(of: giphy.search("cats & tea", Page(limit: 2))) {
            titles += page.content.map(\.title)
        }
        #expect(titles == ["Cat 1", "Cat 2", "Cat 3"])
    }

    @Test func `the content is an array of GIFs, or one GIF`() async throws {
        #expect(try await client.request(giphy.trending()).map(\.id) == ["id4"])
        #expect(try await client.request(giphy.gif("id1")).title == "Cat 1")
    }

    @Test func `a missing key is refused before anything is sent`() async throws {
        let client = MockClient {}
        let error = try await #require(throws: GiphyError.self) {
            try await client.request(Giphy(key: "").trending())
        }
        #expect(error.userMessage == "GIFs are not available: this app has no key for GIPHY.")
        #expect(client.requests.isEmpty)
    }

    @Test func `a web page in place of JSON is named in the error`() async throws {
        let error = try await #require(throws: ContentError.self) { try await client.request(giphy.search("down")) }
        #expect(error.problem == "the body is text/html, not JSON")
        #expect(error.userMessage == "The server's response could not be read. Try again later.")
    }

    @Test func `the key is in the request, but in no error`() async throws {
        #expect(try giphy.trending().makeRequest().url?.query?.contains(key) == true)
        let error = try await #require(throws: HTTPError.self) { try await client.request(giphy.search("refused")) }
        for text in ["\(error)", "\(error.localizedDescription)", error.userMessage, "\(String(reflecting: error))"] {
            #expect(!text.contains(key), "\(text)")
        }
        #expect(error.userMessage == "You need to sign in.")
    }

    @Test func `the key is in no log`() async throws {
        let lines = Locked<[String]>([])
        let client = client.logging(
            to: LogSink { entry in lines.withLock { $0.append("\(entry.message) \(entry.json)") } })
        _ = try await client.request(giphy.trending())
        await client.flush()
        #expect(lines.withLock { !$0.isEmpty && !$0.contains { $0.contains(key) } })
    }

    @Test func `the key is in no cassette`() async throws {
        let recording = Recording()
        _ = try await client.recording(into: recording, environment: giphy).request(giphy.trending())
        let har = String(decoding: try recording.cassette.har().data, as: UTF8.self)
        #expect(har.contains("trending"))
        #expect(!har.contains(key))
    }
}
