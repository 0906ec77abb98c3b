import EndpointTraits

/// Where nobody is ever asked: these tests replay, or record from a mock.
let api = URL(string: "https://api.example.com/v1")!

/// Asks for a number as JSON.
struct NumberEndpoint: JsonEndpoint {
    typealias Content = Int

    let path: Path

    func makeRequest() throws -> URLRequest {
        try .get(path)
    }
}
