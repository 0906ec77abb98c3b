import EndpointClient

nonisolated struct User: Decodable { let id: Int, name: String }

struct UserEndpoint: JsonEndpoint {
    typealias Content = User
    let id: Int
    func makeRequest() throws -> URLRequest { try .get("users/\(id)") }
}

let client = LiveClient(baseURL: URL(string: "https://api.example.com/v1")!).standard
