import EndpointTesting
import Testing

struct Book: Codable, Hashable, Sendable {
    var id = "1"
    var title = "Nausicaä"
}

struct BookEndpoint: JsonEndpoint {
    typealias Content = Book

    var id = "1"

    func makeRequest() throws -> URLRequest {
        try .get("books/\(id)")
    }
}

/// Any request, answered with whatever came.
struct RawEndpoint: Endpoint {
    typealias Content = Data

    let request: URLRequest

    init(_ request: URLRequest) {
        self.request = request
    }

    func makeRequest() throws -> URLRequest { request }
}

/// Any body, kept apart from its request.
struct SendEndpoint: UploadEndpoint {
    typealias Content = Void

    let method: HTTPMethod
    let path: Path
    let body: UploadEndpointBody

    init(_ body: UploadEndpointBody, _ method: HTTPMethod = .put, to path: Path = "cover") {
        self.method = method
        self.path = path
        self.body = body
    }

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try URLRequest(method, path, headers: ["Content-Type": "application/octet-stream"]), body)
    }
}

extension URLSessionClient {
    /// A client for a server of this test.
    init(_ server: LoopbackServer, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
        self.init(baseURL: server.url.appendingPathComponent("v1"), limits: limits, clock: clock)
    }

    /// The raw answer to a GET.
    func get(_ path: Path) async throws -> APIResponse {
        let request = try URLRequest.get(path)
        return try await send(APIRequest(request, for: RawEndpoint(request)))
    }

    /// Returns when so many calls wait for their turn.
    func hasWaiting(_ count: Int) async {
        while callsWaiting < count { await Task.yield() }
    }
}

/// Bytes that are not all alike, so that a lost or doubled piece shows.
func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
}
