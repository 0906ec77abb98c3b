import EndpointTesting

/// Any request, answered with JSON.
struct Asking<Value: Decodable & Sendable>: JsonEndpoint {
    typealias Content = Value

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }
}
