import EndpointTesting

/// Any request, answered with bytes.
struct Fetching: Endpoint {
    typealias Content = Data

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }
}
