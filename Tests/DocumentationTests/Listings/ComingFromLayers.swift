import EndpointTesting
import Testing

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
    var headers: HeaderFields { ["Accept": "application/json"] }
}

struct ShelfService {
    let client: any APIClient
    var decoder = JSONDecoder()

    func shelves(in room: String? = nil) async throws -> [Shelf] {
        try await client.request(ListShelves(room: room, decoder: decoder))
    }
}

@Suite struct ComingFromLayersListings {
    @Test func `a service is tested with a mock of its client`() async throws {
        let client = MockClient { On(ListShelves.self).reply([Shelf(id: "1")]) }
        let shelves = try await ShelfService(client: client).shelves()

        #expect(shelves.map(\.id) == ["1"])
    }

    @Test func `the room of a service call is a query item`() async throws {
        let client = MockClient { try .json(#"{"shelf_list": [{"id": "7"}]}"#, to: $0) }
        #expect(try await ShelfService(client: client).shelves(in: "2 b").map(\.id) == ["7"])
        #expect(client.requests.map { $0.urlRequest.url?.relativeString } == ["shelves?room=2%20b"])
    }
}
