import EndpointCore
import Testing

struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    var tags: [String]?
}

struct UserEndpoint: JsonEndpoint {
    typealias Content = User

    var id = "1"

    func makeRequest() throws -> URLRequest {
        try .get("users/\(id)")
    }
}

/// A response from `https://api.example.com/v1/users/1`.
func response(_ status: Int = 200, _ headers: HeaderFields = [:]) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "https://api.example.com/v1/users/1"))
    return try #require(
        HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers.dictionary))
}
