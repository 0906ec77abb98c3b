import EndpointTesting
import ServerInterop
import Testing

struct Environment: APIEnvironment {
    let baseURL: URL
    var headers: HeaderFields = [:]
}

/// Any request, whose content is the body of the response.
struct RawEndpoint: Endpoint {
    typealias Content = Data

    let request: URLRequest

    init(_ request: URLRequest) {
        self.request = request
    }

    func makeRequest() throws -> URLRequest { request }
}

/// An upload of any body.
struct SendEndpoint: VoidEndpoint, UploadEndpoint {
    typealias Content = Void

    let body: UploadEndpointBody
    let method: EndpointClient.HTTPMethod

    init(_ body: UploadEndpointBody, _ method: EndpointClient.HTTPMethod = .put) {
        (self.body, self.method) = (body, method)
    }

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try URLRequest(method, "cover"), body)
    }
}

/// Gives a client for a server to a closure, and shuts it down at the end.
func withClient(
    of server: URL, headers: HeaderFields = [:], limits: ClientLimits = .init(),
    time: TimeSource = .system, _ body: (NIOClient) async throws -> Void
) async throws {
    let environment = Environment(baseURL: server.appendingPathComponent("v1"), headers: headers)
    let client = NIOClient(environment: environment, limits: limits, time: time)
    let result: Result<Void, any Error>
    do { result = .success(try await body(client)) } catch { result = .failure(error) }
    try await client.shutdown()
    try result.get()
}

extension APIClient {
    /// The raw answer to a request, whatever its status.
    @discardableResult
    func raw(_ request: URLRequest) async throws -> APIResponse {
        try await send(APIRequest(request, for: RawEndpoint(request)))
    }

    /// The answer to a request, whose body is wanted as a stream.
    func stream(_ request: URLRequest) async throws -> APIResponse {
        var request = APIRequest(request, for: RawEndpoint(request))
        request.wantsStream = true
        return try await send(request)
    }

    /// Expects that a request fails with this code.
    func fails(
        _ request: URLRequest, with code: URLError.Code, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let error = await #expect(throws: URLError.self, sourceLocation: sourceLocation) { try await raw(request) }
        #expect(error?.code == code, "\(error as Any)", sourceLocation: sourceLocation)
    }
}

/// Bytes of different values, so that a missing or doubled piece is noticed.
func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
}

/// A file with given bytes that is removed with this object.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")

    init(_ data: Data) throws {
        try data.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
