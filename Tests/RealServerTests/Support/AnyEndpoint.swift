import EndpointTesting

/// Any request, answered with bytes.
struct Fetching: Endpoint {
    typealias Content = Data

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }
}

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

extension APIClient {
    /// The JSON of a good answer.
    func json<Value: Decodable & Sendable>(
        _ request: URLRequest, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await self.request(Fetching(request: request).as(type))
    }

    /// The bytes of a good answer.
    func data(_ request: URLRequest) async throws -> Data {
        try await self.request(Fetching(request: request))
    }

    /// Any answer.
    func answer(_ request: URLRequest) async throws -> APIResponse {
        try await send(APIRequest(request, for: Fetching(request: request)))
    }
}

extension APIResponse {
    var status: Int { http.statusCode }

    func header(_ name: String) -> String? {
        http.value(forHTTPHeaderField: name)
    }
}
