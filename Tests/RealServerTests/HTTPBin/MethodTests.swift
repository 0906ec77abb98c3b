import EndpointTesting
import Testing

@Suite(.realServers) struct MethodTests {
    private static let own: [HTTPMethod] = [.get, .post, .put, .patch, .delete]
    private static let withBody: [HTTPMethod] = [.post, .put, .patch, .delete, .options]

    @Test(arguments: [.get, .post, .put, .patch, .delete, .trace] as [HTTPMethod])
    func `a request arrives with its method`(method: HTTPMethod) async throws {
        let echo: Echo = try await RealServer.httpbin.client().json(URLRequest(method, "anything/\(method.rawValue)"))
        #expect(echo.method == method.rawValue)
        #expect(echo.path == "/anything/\(method.rawValue)")
        #expect(echo.data == "")
    }

    @Test(arguments: own, own)
    func `a request with an unexpected method gets a 405`(method: HTTPMethod, home: HTTPMethod) async throws {
        let request = try URLRequest(method, "\(home.rawValue.lowercased())")
        let response = try await RealServer.httpbin.client().answer(request)
        #expect(response.status == (method == home ? 200 : 405))
        if method != home {
            #expect(response.header("Allow")?.contains(home.rawValue) == true)
        }
    }

    @Test(arguments: ["get", "ip", "headers", "html", "image/png", "bytes/1000", "gzip", "deflate", "brotli", "zstd"])
    func `HEAD is answered with the headers of GET and no body`(path: String) async throws {
        let client = try RealServer.httpbin.client()
        let url = try #require(URL(string: path))
        let (head, get) = (try await client.answer(.head(url)), try await client.answer(.get(url)))
        #expect(head.status == 200)
        #expect(head.data.isEmpty)
        #expect(head.header("Content-Type") == get.header("Content-Type"))
        #expect(head.header("Content-Encoding") == get.header("Content-Encoding"))
    }

    @Test func `OPTIONS returns the allowed methods`() async throws {
        let response = try await RealServer.httpbin.client().answer(URLRequest(.options, "get"))
        #expect(response.status == 200)
        #expect(response.header("Allow")?.contains("GET") == true)
        #expect(response.data.isEmpty)
    }

    @Test func `a method that the server doesn't know gets a 405`() async throws {
        let client = try RealServer.httpbin.client()
        let request = try URLRequest(HTTPMethod(rawValue: "PURGE"), "anything")
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.description.hasPrefix("PURGE /anything → 405 Method Not Allowed"))
    }

    @Test(arguments: withBody)
    func `a request with any method can have a body`(method: HTTPMethod) async throws {
        let request = try URLRequest(method, "digest", body: .text("Grüße 🌍"))
        let seen: ReceivedBody = try await RealServer.httpbin.client().json(request)
        #expect(seen.length == Data("Grüße 🌍".utf8).count)
        #expect(seen.type == "text/plain; charset=utf-8")
    }
}
