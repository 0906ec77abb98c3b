import EndpointTesting

/// An exchange whose body is kept apart from its request.
struct StressUploadEndpoint: UploadEndpoint {
    typealias Content = Arrival

    let plain: StressEndpoint
    let payload: Payload
    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        let url = try plain.elsewhere ?? plain.exchange.path.url()
        return (try .post(url, headers: [StressField.announced: String(payload.checksum)]), body)
    }

    func validate(_ response: URLResponse?, with body: Data) {}

    func content(from response: URLResponse?, with body: Data) -> Arrival {
        Arrival(response, body)
    }
}
