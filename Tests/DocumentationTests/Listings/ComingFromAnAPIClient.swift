import EndpointTesting
import Testing

struct Novel: Codable, Identifiable, Sendable {
    let id: String
    let name: String
}

protocol ArchiveEndpoint: NestedJsonEndpoint {}

extension ArchiveEndpoint {
    static var contentKey: String { "data" }
}

struct NovelList: ArchiveEndpoint {
    typealias Content = [Novel]

    func makeRequest() throws -> URLRequest {
        try .get("novels")
    }
}

struct ShowNovel: NestedJsonEndpoint {
    typealias Content = Novel
    static let contentKey = "novel"

    let id: Novel.ID

    func makeRequest() throws -> URLRequest {
        try .get("novels/\(id)")
    }
}

enum NovelChange: VoidEndpoint {
    case rename(Novel.ID, String)
    case delete(Novel.ID)

    func makeRequest() throws -> URLRequest {
        switch self {
        case .rename(let id, let name): try .patch("novels/\(id)", body: .json(["name": name]))
        case .delete(let id): try .delete("novels/\(id)")
        }
    }
}

@Suite struct ComingFromAnAPIClientListings {
    @Test func `the key of the content belongs to the archive or to the endpoint`() async throws {
        let client = MockClient {
            On(NovelList.self).reply(json: #"{"data": [{"id": "1", "name": "Momo"}]}"#)
            On(ShowNovel.self).reply(json: #"{"novel": {"id": "1", "name": "Momo"}}"#)
        }
        #expect(try await client.request(NovelList()).map(\.name) == ["Momo"])
        #expect(try await client.request(ShowNovel(id: "1")).name == "Momo")
    }

    @Test func `each case of an enum has its own request`() throws {
        let (rename, delete) = try (
            NovelChange.rename("1", "Momo").makeRequest(), NovelChange.delete("a/b").makeRequest()
        )
        #expect(rename.httpMethod == "PATCH")
        #expect(rename.httpBody == Data(#"{"name":"Momo"}"#.utf8))
        #expect(delete.httpMethod == "DELETE")
        #expect(delete.url?.relativeString == "novels/a%2Fb")
    }
}
