import EndpointClient

struct User: Decodable, Sendable {
    let id: Int
    let name: String
}

struct UserEndpoint: JsonEndpoint {
    typealias Content = User

    let id: Int

    func makeRequest() throws -> URLRequest {
        try .get("users/\(id)")
    }
}
