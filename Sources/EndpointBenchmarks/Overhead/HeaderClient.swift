import EndpointTesting

/// Sets a header, and nothing else.
struct HeaderClient: ClientDecorator {
    let upstream: any APIClient
    let name: String
    let value: String

    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        request.urlRequest.setValue(value, forHTTPHeaderField: name)
        return try await upstream.send(request)
    }
}
