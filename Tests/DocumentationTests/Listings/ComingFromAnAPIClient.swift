import EndpointTesting

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
