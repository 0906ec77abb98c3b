import EndpointTraits

/// The base URL of the cassettes. No request is sent to it: these tests replay, or record from a mock.
let api = URL(string: "https://api.example.com/v1")!

/// A number as JSON.
struct NumberEndpoint: JsonEndpoint {
    typealias Content = Int

    let path: URLPath

    func makeRequest() throws -> URLRequest {
        try .get(path)
    }
}
