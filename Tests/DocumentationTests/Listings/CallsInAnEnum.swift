import EndpointTesting
import Testing

enum SongChange: VoidEndpoint {
    case rename(id: String, title: String)
    case delete(id: String)

    func makeRequest() throws -> URLRequest {
        switch self {
        case .rename(let id, let title): try .patch("songs/\(id)", body: .json(["title": title]))
        case .delete(let id): try .delete("songs/\(id)")
        }
    }
}

struct Hits: Decodable, Sendable {
    let results: [String]
}

enum StoreRoute: Endpoint {
    case search(String, offset: Int)
    case review(id: Int, stars: Int)
    case signIn(name: String, password: String)

    typealias Content = Data

    func makeRequest() throws -> URLRequest {
        switch self {
        case .search(let term, let offset): try .get("search", query: ["term": term, "offset": offset, "limit": 20])
        case .review(let id, let stars): try .put("reviews/\(id)", body: .json(["stars": stars]))
        case .signIn(let name, let password): try .post("session", body: .form(["name": name, "password": password]))
        }
    }
}

private func ask(store: URL) async throws {
    let client = LiveClient(baseURL: store)
    let search = StoreRoute.search("IU", offset: 0).as(Hits.self)

    let hits = try await client.request(search)
    let (content, http) = try await client.response(for: search)

    print(hits.results, content.results, http.statusCode)
}

struct Address: Decodable, Sendable {
    let origin: String
}

enum PizzaAPI: Route {
    case ip
    case order(size: String, toppings: [String])

    var path: URLPath {
        switch self {
        case .ip: "ip"
        case .order: "post"
        }
    }

    var method: HTTPMethod {
        if case .order = self { .post } else { .get }
    }

    var body: HTTPBody? {
        if case .order(let size, let toppings) = self { .form(["size": size, "topping": toppings]) } else { nil }
    }
}

extension PizzaAPI {
    static let address: some JsonEndpoint<Address> = PizzaAPI.ip.as(Address.self)
}

@Suite(.timeLimit(.minutes(10))) struct CallsInAnEnumListings {
    @Test func `a change of a song has its own request`() throws {
        let rename = try SongChange.rename(id: "1", title: "Jóga").makeRequest()
        #expect(rename.httpMethod == "PATCH")
        #expect(rename.httpBody == Data(#"{"title":"Jóga"}"#.utf8))
        let delete = try SongChange.delete(id: "a/b").makeRequest()
        #expect(delete.httpMethod == "DELETE")
        #expect(delete.url?.relativeString == "songs/a%2Fb")
    }

    @Test func `the type of the answer is passed to the call`() async throws {
        let server = try LoopbackServer { _ in .json(#"{"results": ["Palette"]}"#) }
        let lines = try await Output.lines(1) { try await ask(store: server.url) }
        #expect(lines == [#"["Palette"] ["Palette"] 200"#])
        #expect(
            await server.received(2).map(\.target) == Array(repeating: "/search?term=IU&offset=0&limit=20", count: 2))
    }

    @Test func `each case of a route has its own request`() throws {
        let review = try StoreRoute.review(id: 7, stars: 5).makeRequest()
        #expect(review.httpMethod == "PUT")
        #expect(review.httpBody == Data(#"{"stars":5}"#.utf8))
        let login = try StoreRoute.signIn(name: "ann", password: "a&b").makeRequest()
        #expect(login.httpBody == Data("name=ann&password=a%26b".utf8))
    }

    @Test func `each case of a route of pizzas has its own request`() throws {
        let order = try PizzaAPI.order(size: "large", toppings: ["ham", "egg"]).makeRequest()
        #expect(order.httpMethod == "POST")
        #expect(order.url?.relativeString == "post")
        #expect(order.httpBody == Data("size=large&topping=ham&topping=egg".utf8))
        #expect(try PizzaAPI.ip.makeRequest().httpMethod == "GET")
    }

    @Test func `a named call has a type of its own`() async throws {
        let client = MockClient { try .json(#"{"origin": "192.0.2.1"}"#, to: $0) }
        #expect(try await client.request(PizzaAPI.address).origin == "192.0.2.1")
        #expect(client.requests.map { $0.urlRequest.url?.relativeString } == ["ip"])
    }
}
