import EndpointTesting

struct Shelf: Codable, Sendable {
    let id: String
}

struct ListShelves: Route, NestedJsonEndpoint {
    typealias Content = [Shelf]
    static let contentKey = "shelf_list"

    let room: String?
    let decoder: JSONDecoder

    var path: URLPath { "shelves" }
    var query: URLQuery { ["room": room] }
    var headers: [String: String] { ["Accept": "application/json"] }
}

struct ShelfService {
    let client: any APIClient
    var decoder = JSONDecoder()

    func shelves(in room: String? = nil) async throws -> [Shelf] {
        try await client.request(ListShelves(room: room, decoder: decoder))
    }
}

private func check() async throws {
    let client = MockClient { On(ListShelves.self).reply([Shelf(id: "1")]) }
    let shelves = try await ShelfService(client: client).shelves()

    print(shelves)
}
