import EndpointClient

struct User: Decodable, Sendable {
    let id: Int
    let name: String
}

struct UserEndpoint: JsonEndpoint {
    typealias Content = User
    let id: Int
    func makeRequest() throws -> URLRequest { try .get("users/\(id)") }
}

func makeClient(token: String) -> any APIClient {
    LiveClient(baseURL: URL(string: "https://api.example.com/v1")!).standard { $0.credential = .bearer(token) }
}
