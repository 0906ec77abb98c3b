import EndpointClient
import HouseholdAPI

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
