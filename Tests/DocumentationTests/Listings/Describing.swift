import EndpointCore

struct Item: Decodable, Sendable {
    let id: String
}

struct Order: Decodable, Sendable {
    let id: String
}

struct Basket: Encodable, Sendable {
    let id: String
}

/// What the shop says when it refuses.
struct ShopError: Error, Decodable {
    let code: String
    let message: String
}

/// An endpoint of the shop, answered with JSON.
protocol ShopEndpoint: JsonEndpoint {}

extension ShopEndpoint {
    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: ShopError.self, decoder: decoder)
    }
}

struct SearchEndpoint: ShopEndpoint {
    typealias Content = [Item]

    let words: String
    var page: Int?
    var tags: [String] = []

    func makeRequest() throws -> URLRequest {
        try .get("search", query: ["q": words, "page": page, "tag": tags])
    }
}

struct OrderEndpoint: ShopEndpoint {
    typealias Content = Order

    let basket: Basket

    func makeRequest() throws -> URLRequest {
        try .post("baskets/\(basket.id)/orders", body: .json(basket))
    }
}

struct PhotoEndpoint: UploadEndpoint {
    typealias Content = Void

    let file: URL

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .put("photo", headers: ["Content-Type": "image/png"]), .file(file))
    }
}

enum Shop: APIEnvironment {
    case production, local

    var baseURL: URL {
        switch self {
        case .production: URL(string: "https://shop.example.com/api/v2")!
        case .local: URL(string: "http://localhost:8080")!
        }
    }

    var headers: [String: String] { ["Accept": "application/json"] }
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
