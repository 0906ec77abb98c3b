import EndpointTesting
import Testing

#if canImport(Combine)
    import Combine
#endif

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

#if canImport(Combine)
    private func subscribe(client: LiveClient, search: some JsonEndpoint<Hits>) {
        var subscriptions: Set<AnyCancellable> = []
        client.publisher(for: search)
            .map(\.results)
            .sink { end in
                if case .failure(let error) = end { warn(CallFailure(error).userMessage) }
            } receiveValue: { found in
                show(found)
            }
            .store(in: &subscriptions)
    }
#endif

private func write(age: Int?) -> HTTPBody {
    let fields: [String: (any QueryValue)?] = ["Name": "Ann & Bo", "Emoji": "🍩", "Tag": ["a", "b"], "Age": age]
    let form = HTTPBody.form(URLQuery(fields: fields))  // Emoji=%F0%9F%8D%A9&Name=Ann+%26+Bo&Tag=a&Tag=b

    return form
}

@Suite(.timeLimit(.minutes(10))) struct ComingFromRoutesListings {
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

    @Test func `a form is written as its comment says`() {
        #expect(write(age: nil).data == Data("Emoji=%F0%9F%8D%A9&Name=Ann+%26+Bo&Tag=a&Tag=b".utf8))
    }
}
