import EndpointTesting

/// Any body to any place, answered with JSON.
struct Sending<Value: Decodable & Sendable>: UploadEndpoint, JsonEndpoint {
    typealias Content = Value

    let body: UploadEndpointBody
    var path: Path = "digest"
    var headers = ["Content-Type": "application/octet-stream"]

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .post(path, headers: headers), body)
    }
}
