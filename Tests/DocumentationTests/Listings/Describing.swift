import EndpointClient
import HouseholdAPI
import Testing

struct Item: Decodable, Sendable {
    let id: String
}

struct SearchEndpoint: EndpointCore.JsonEndpoint {
    typealias Content = [Item]

    let words: String

    func makeRequest() throws -> URLRequest {
        try .get("search", query: ["q": words])
    }
}

// The README's sentence about a file that imports both modules.
private struct ShelfEndpoint: HouseholdAPI.JsonEndpoint {
    typealias Content = [Book]

    func makeRequest() throws -> URLRequest { try .get("shelf") }
}

// The example of `APIEnvironment`.
enum Host: APIEnvironment {
    case production, local

    var baseURL: URL {
        switch self {
        case .production: URL(string: "https://api.example.com/v1")!
        case .local: URL(string: "http://localhost:8080/v1")!
        }
    }
}

protocol ArchiveEndpoint: NestedJsonEndpoint {}

extension ArchiveEndpoint {
    static var contentKey: String { "data" }
}

struct ArchivedSongs: ArchiveEndpoint {
    typealias Content = [Song]
    func makeRequest() throws -> URLRequest { try .get("archive/songs") }
}

struct SongPage {
    let songs: [Song]
    let next: String?
}

struct FirstSongs: Endpoint {
    typealias Content = SongPage

    func makeRequest() throws -> URLRequest { try .get("songs") }

    func content(from response: URLResponse?, with body: Data) throws -> SongPage {
        let songs = try decode([Song].self, from: response, with: body)
        return SongPage(songs: songs, next: LinkHeader(response)["next"]?.target)
    }
}

private func write(age: Int?) -> HTTPBody {
    let fields: [String: (any QueryValue)?] = ["Name": "Ann & Bo", "Emoji": "🍩", "Tag": ["a", "b"], "Age": age]
    let form = HTTPBody.form(URLQuery(fields: fields))  // Emoji=%F0%9F%8D%A9&Name=Ann+%26+Bo&Tag=a&Tag=b

    return form
}

@Suite struct DescribingListings {
    @Test func `a form is written as its comment says`() {
        #expect(write(age: nil).data == Data("Emoji=%F0%9F%8D%A9&Name=Ann+%26+Bo&Tag=a&Tag=b".utf8))
    }

    @Test func `a file may import both modules`() throws {
        #expect(try ShelfEndpoint().makeRequest().url?.relativeString == "shelf")
        #expect(try SearchEndpoint(words: "a b").makeRequest().url?.relativeString == "search?q=a%20b")
    }

    @Test func `an environment is a base URL`() throws {
        let request = try SearchEndpoint(words: "x").makeAPIRequest()
        let urls = try [Host.production, .local].map { try RequestResolver($0).resolve(request).url.absoluteString }
        #expect(urls == ["https://api.example.com/v1/search?q=x", "http://localhost:8080/v1/search?q=x"])
    }

    @Test func `the key of the content belongs to the archive`() throws {
        let json = Data(#"{"data": [{"id": "1", "title": "Jóga", "artist": "Björk"}]}"#.utf8)
        #expect(try ArchivedSongs().content(from: nil, with: json).map(\.title) == ["Jóga"])
    }

    @Test func `content is made from the body and a header`() throws {
        let next = "https://api.example.com/v1/songs?page=2"
        let response = try #require(
            HTTPURLResponse(
                url: URL(string: "https://api.example.com/v1/songs")!, statusCode: 200, httpVersion: nil,
                headerFields: ["Link": "<\(next)>; rel=next"]))
        let page = try FirstSongs().content(
            from: response, with: Data(#"[{"id": "1", "title": "Jóga", "artist": "Björk"}]"#.utf8))
        #expect(page.songs.map(\.title) == ["Jóga"])
        #expect(page.next == next)
    }
}
