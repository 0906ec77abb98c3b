import EndpointTesting

#if canImport(Combine)
    import Combine
#endif

struct Hits: Decodable, Sendable {
    let results: [String]
}

private func warn(_ text: String) {}

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

    print(hits, content, http)
}

#if canImport(Combine)
    private func show(_ results: [String]) {}

    private func subscribe(client: LiveClient, search: DecodedEndpoint<StoreRoute, Hits>) {
        var subscriptions: Set<AnyCancellable> = []
        client.publisher(for: search)
            .map(\.results)
            .sink { end in
                if case .failure(let error) = end { warn(error.userMessage) }
            } receiveValue: { found in
                show(found)
            }
            .store(in: &subscriptions)
    }
#endif

private func write(age: Int?) {
    let fields: [String: (any QueryValue)?] = ["Name": "Ann & Bo", "Emoji": "🍩", "Tag": ["a", "b"], "Age": age]
    let form = HTTPBody.form(URLQuery(fields: fields))  // Emoji=%F0%9F%8D%A9&Name=Ann+%26+Bo&Tag=a&Tag=b

    print(form)
}
