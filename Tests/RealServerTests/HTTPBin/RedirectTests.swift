import EndpointTesting
import Testing

@Suite(.realServers) struct RedirectTests {
    private static let statuses = [301, 302, 303, 307, 308]
    private static let methods: [HTTPMethod] = [.get, .post, .put, .patch, .delete]

    private func redirect(
        _ status: Int, to target: String, _ method: HTTPMethod = .get, headers: HeaderFields = [:],
        body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(
            method, "redirect-to", query: ["url": target, "status_code": status], headers: headers, body: body)
    }

    @Test(arguments: statuses, methods)
    func `a redirected request has the method that the status requires`(status: Int, method: HTTPMethod) async throws {
        let request = try redirect(status, to: "/anything/landed?a=b", method)
        let echo: Echo = try await RealServer.httpbin.client().json(request)
        let becomesGet = status == 303 || (status < 303 && method == .post)
        #expect(echo.method == (becomesGet ? "GET" : method.rawValue))
        #expect(echo.path == "/anything/landed")
        #expect(echo.args == ["a": .texts("b")])
    }

    /// gunicorn redirects before it has read the body, and may close the connection just as the next request arrives.
    /// So each call has a client, and thereby a connection, of its own.
    @Test(arguments: statuses, [.post, .put, .patch, .delete] as [HTTPMethod])
    func `a redirected body arrives whole or not at all`(status: Int, method: HTTPMethod) async throws {
        let body = String(repeating: "0123456789", count: 20_000)
        let request = try redirect(status, to: "/anything/landed", method, body: .text(body))
        let echo: Echo = try await RealServer.httpbin.client(limits: ClientLimits()).json(request)
        #expect(echo.data == (echo.method == "GET" ? "" : body))
        #expect(echo.headers["Content-Type"] == (echo.method == "GET" ? nil : "text/plain; charset=utf-8"))
    }

    @Test(arguments: statuses)
    func `a redirected HEAD stays HEAD`(status: Int) async throws {
        let response = try await RealServer.httpbin.client().answer(redirect(status, to: "/get", .head))
        #expect(response.status == 200)
        #expect(response.data.isEmpty)
    }

    @Test(arguments: ["redirect", "relative-redirect", "absolute-redirect"], [1, 2, 5, 10])
    func `a chain of redirects is followed to its end`(kind: String, length: Int) async throws {
        let response = try await RealServer.httpbin.client().answer(.get("\(kind)/\(length)"))
        #expect(response.status == 200)
        #expect(response.http.url?.path == "/get")
    }

    @Test(arguments: ["redirect", "relative-redirect", "absolute-redirect"])
    func `a chain of redirects that is too long is stopped`(kind: String) async throws {
        let client = try RealServer.httpbin.client()
        let error = try await #require(throws: URLError.self) { try await client.answer(.get("\(kind)/11")) }
        #expect(error.code == .httpTooManyRedirects)
    }

    @Test(arguments: [
        ("anything/x", "/anything/x"), ("./anything", "/anything"), ("../anything", "/anything"),
        ("/anything/a%2Fb", "/anything/a%2Fb"), ("?url=/anything/q", "/anything/q"),
        ("/anything/ü", "/anything/%C3%BC"),
        ("/anything#part", "/anything"),
    ])
    func `a relative redirect target is found`(target: String, path: String) async throws {
        let response = try await RealServer.httpbin.client().answer(redirect(302, to: target))
        #expect(
            response.http.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?.percentEncodedPath
                == path)
    }

    @Test(arguments: statuses)
    func `credentials aren't sent to another origin`(status: Int) async throws {
        let elsewhere = try #require(RealServer.nginx.url).absoluteString + "/headers"
        let headers: HeaderFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Api-Key": "k", "Accept": "application/json",
        ]
        let request = try redirect(status, to: elsewhere, headers: headers)
        let seen: [String: String] = try await RealServer.httpbin.client().json(request)
        #expect(seen == ["authorization": "", "cookie": "", "key": "", "accept": "application/json"])
    }

    @Test(arguments: statuses)
    func `credentials are sent to the same origin`(status: Int) async throws {
        let headers: HeaderFields = ["Authorization": "Bearer t", "Cookie": "a=b", "X-Api-Key": "k"]
        let request = try redirect(status, to: "/anything", headers: headers)
        let echo: Echo = try await RealServer.httpbin.client().json(request)
        #expect(headers.allSatisfy { echo.headers[$0.name] == $0.value })
    }

    @Test(arguments: ["http://example.com/", "ftp://127.0.0.1/x", "file:///etc/passwd", "javascript:alert(1)"])
    func `an unsafe redirect target is refused`(target: String) async throws {
        let client = try RealServer.httpbin.client()
        let request = try redirect(302, to: target)
        let error = try await #require(throws: RequestError.self) { try await client.answer(request) }
        #expect(error.description.contains(" → The redirect to \"\(target)"))
    }
}
