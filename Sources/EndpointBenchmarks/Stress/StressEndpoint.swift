import EndpointTesting

/// An exchange whose body, if it has one, is in its request. Every answer is a good one: it is judged later.
struct StressEndpoint: Endpoint {
    typealias Content = Arrival

    let exchange: StressExchange

    /// Where the request goes instead of the client's own server.
    let elsewhere: URL?

    func makeRequest() throws -> URLRequest {
        guard let payload = exchange.body?.payload else { return .get(try url) }
        return try .post(
            url, headers: [StressField.announced: String(payload.checksum)], body: .binary(payload.data))
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> Arrival {
        Arrival(response, body)
    }

    private var url: URL {
        get throws { try elsewhere ?? exchange.path.url() }
    }
}
