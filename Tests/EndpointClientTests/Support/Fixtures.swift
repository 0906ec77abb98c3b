import Testing

@testable import EndpointTesting

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
struct SendEndpoint: UploadEndpoint {
    typealias Content = Void

    let method: HTTPMethod
    let path: URLPath
    let body: UploadEndpointBody

    init(_ body: UploadEndpointBody, _ method: HTTPMethod = .put, to path: URLPath = "cover") {
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
    init(_ server: LoopbackServer, limits: Limits = .patient, time: TimeSource = .system) {
        self.init(baseURL: server.url.appendingPathComponent("v1"), limits: limits, time: time)
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
