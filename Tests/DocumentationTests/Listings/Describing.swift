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

@Suite struct DescribingListings {
    @Test func `a file may import both modules`() throws {
        #expect(try ShelfEndpoint().makeRequest().url?.relativeString == "shelf")
        #expect(try SearchEndpoint(words: "a b").makeRequest().url?.relativeString == "search?q=a%20b")
    }

    @Test func `an environment is a base URL`() throws {
        let request = try SearchEndpoint(words: "x").makeAPIRequest()
        let urls = try [Host.production, .local].map { try RequestResolver($0).resolve(request).url.absoluteString }
        #expect(urls == ["https://api.example.com/v1/search?q=x", "http://localhost:8080/v1/search?q=x"])
    }
}
