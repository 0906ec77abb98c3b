import EndpointTesting

/// An endpoint for any request. Its content is the bytes of the response.
struct RawEndpoint: Endpoint {
    typealias Content = Data

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }
}

/// An upload of any body to any path. Its content is the JSON of the response.
struct RawUploadEndpoint<Value: Decodable & Sendable>: UploadEndpoint, JsonEndpoint {
    typealias Content = Value

    let body: UploadEndpointBody
    var path: URLPath = "digest"
    var headers: HeaderFields = ["Content-Type": "application/octet-stream"]

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .post(path, headers: headers), body)
    }
}

extension APIClient {
    /// The JSON of a successful response.
    func json<Value: Decodable & Sendable>(
        _ request: URLRequest, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await self.request(RawEndpoint(request: request).as(type))
    }

    /// The bytes of a successful response.
    func data(_ request: URLRequest) async throws -> Data {
        try await self.request(RawEndpoint(request: request))
    }

    /// The response with any status.
    func answer(_ request: URLRequest) async throws -> APIResponse {
        try await send(APIRequest(request, for: RawEndpoint(request: request)))
    }
}

extension APIResponse {
    var status: Int { http.statusCode }

    func header(_ name: String) -> String? {
        http.value(forHTTPHeaderField: name)
    }
}
