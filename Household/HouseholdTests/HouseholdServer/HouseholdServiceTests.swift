import EndpointTesting
import HouseholdAPI
import Testing

@testable import HouseholdServer

/// The service over HTTP, without its endpoints.
@Suite struct HouseholdServiceTests {
    /// A request and the expected answer.
    struct Exchange: Sendable, CustomStringConvertible {
        var method = "GET"
        var path = "books"
        var type: String? = "application/json"
        var body: String?
        let status: Int
        var code: APIError.Code?

        var description: String { "\(method) \(path) \(type ?? "") \(body ?? "") → \(status)" }
    }

    @Test(arguments: [
        Exchange(status: 200),
        Exchange(path: "books/1", status: 200),
        Exchange(method: "HEAD", path: "books/1", status: 200),
        Exchange(path: "books/99", status: 404, code: .notFound),
        Exchange(path: "shelves", status: 404, code: .notFound),
        Exchange(path: "books?limit=0", status: 422, code: .invalid),
        Exchange(method: "POST", body: #"{"title": "T", "author": "A"}"#, status: 201),
        Exchange(method: "POST", body: #"{"title": "T", "author": " "}"#, status: 422, code: .invalid),
        Exchange(method: "POST", body: #"{"title": "T"}"#, status: 422, code: .invalid),
        Exchange(method: "POST", body: #"{"title": 1, "author": "A"}"#, status: 422, code: .invalid),
        Exchange(method: "POST", body: "[]", status: 422, code: .invalid),
        Exchange(method: "POST", body: "{", status: 400, code: .malformed),
        Exchange(method: "POST", body: "", status: 400, code: .malformed),
        Exchange(method: "POST", type: "Application/JSON; charset=utf-8", body: "{", status: 400, code: .malformed),
        Exchange(method: "POST", type: "text/plain", body: "{}", status: 415, code: .unsupportedMediaType),
        Exchange(method: "PUT", path: "books/1", body: "{}", status: 422, code: .invalid),
        Exchange(method: "PUT", path: "books/1", type: nil, body: "{}", status: 415, code: .unsupportedMediaType),
        Exchange(method: "DELETE", path: "books/1", status: 204),
        Exchange(method: "DELETE", path: "books/99", status: 404, code: .notFound),
        Exchange(method: "PUT", path: "books/1/cover", type: "image/png", body: "x", status: 200),
        Exchange(method: "PUT", path: "books/99/cover", type: "image/png", body: "x", status: 404, code: .notFound),
        Exchange(method: "PUT", path: "books/1/cover", type: "image/png", body: "", status: 422, code: .invalid),
        Exchange(method: "PUT", path: "books/1/cover", body: "{}", status: 415, code: .unsupportedMediaType),
        Exchange(path: "books/99/cover", status: 404, code: .notFound),
        Exchange(path: "books?page=0", status: 422, code: .invalid),
        Exchange(method: "POST", path: "events", body: "{}", status: 405, code: .methodNotAllowed),
        Exchange(method: "PATCH", path: "books/1", body: "{}", status: 405, code: .methodNotAllowed),
    ])
    func `the service answers every request`(exchange: Exchange) async throws {
        let response = try await send(exchange)
        #expect(response.http.statusCode == exchange.status)
        let refusal = try? JSONDecoder().decode(APIError.self, from: response.data)
        #expect(refusal?.code == exchange.code)
    }

    @Test(arguments: [
        ("books", "GET, HEAD, POST"), ("books/1", "GET, HEAD, PUT, DELETE"),
        ("books/1/cover", "GET, HEAD, PUT"), ("events", "GET"),
    ])
    func `a refused method is answered with the allowed ones`(path: String, allow: String) async throws {
        let response = try await send(Exchange(method: "PATCH", path: path, status: 405))
        #expect(response.http.statusCode == 405)
        #expect(response.http.value(forHTTPHeaderField: "Allow") == allow)
    }

    @Test func `a refusal is JSON and has no Allow header unless the method is refused`() async throws {
        let response = try await send(Exchange(path: "books/99", status: 404))
        #expect(response.http.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(response.http.value(forHTTPHeaderField: "Allow") == nil)
    }

    @Test(arguments: ["books", "books?limit=2", "books?limit=4&page=2", "books?page=1"])
    func `a list without pages has no link, nor has the last page`(path: String) async throws {
        let response = try await send(Exchange(path: path, status: 200))
        #expect(response.http.value(forHTTPHeaderField: "Link") == nil)
    }

    @Test func `a page links to the next one`() async throws {
        let first = try await send(Exchange(path: "books?author=%20&limit=2&page=1", status: 200))
        #expect(LinkHeader(first.http)["next"]?.target == "books?author=%20&limit=2&page=2")
        #expect(LinkHeader(first.http)["next"]?.url(from: first.http)?.path == "/v1/books")
    }

    private func send(_ exchange: Exchange) async throws -> APIResponse {
        let server = try EmbeddedServer()
        defer { server.stop() }
        var request = URLRequest(url: try #require(URL(string: exchange.path)))
        request.httpMethod = exchange.method
        request.httpBody = exchange.body.map { Data($0.utf8) }
        if exchange.body != nil { request.setValue(exchange.type, forHTTPHeaderField: "Content-Type") }
        return try await LiveClient(baseURL: server.baseURL).send(APIRequest(request, for: BookListEndpoint()))
    }
}
