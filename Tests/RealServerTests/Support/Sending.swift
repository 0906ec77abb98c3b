import EndpointTesting

/// Any body to any place, answered with JSON.
struct Sending<Value: Decodable & Sendable>: UploadEndpoint, JsonEndpoint {
    typealias Content = Value

    let body: UploadEndpointBody
    var path: Path = "digest"
    var method = HTTPMethod.post

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try URLRequest(method, path, headers: ["Content-Type": "application/octet-stream"]), body)
    }
}
