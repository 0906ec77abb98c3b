import EndpointTesting
import HTTPBinExample
import Testing

/// The cookbook's module for httpbin against a running httpbin.
@Suite(.realServers) struct HTTPBinExampleTests {
    private func client() throws -> any APIClient {
        ClientKind.current.client(environment: HTTPBin.Host.local(port: try #require(RealServer.httpbin.url?.port)))
    }

    @Test func `httpbin returns the caller's address`() async throws {
        #expect(try await client().request(HTTPBin.API.ip.as(HTTPBin.IP.self)).origin == "127.0.0.1")
    }

    @Test func `httpbin returns the caller's user agent`() async throws {
        let answer = try await client().request(HTTPBin.API.userAgent.as([String: String].self))
        #expect(answer == ["user-agent": "Endpoint"])
    }

    @Test(arguments: [HTTPBin.API.headers, .cookies])
    func `a call of httpbin is answered with an object`(call: HTTPBin.API) async throws {
        #expect(try await client().request(call.as([String: JSONValue].self)).count == 1)
    }

    @Test(arguments: [.get, .post, .put, .patch, .delete] as [HTTPMethod])
    func `a call of httpbin gets its request back`(method: HTTPMethod) async throws {
        let body = method == .get ? nil : HTTPBody.text("Grüße")
        let call = HTTPBin.API.anything(method, query: ["q": "A & B"], body: body)
        let echo = try await client().request(call.as(HTTPBin.Echo.self))
        #expect(echo.method == method.rawValue)
        #expect(echo.args == ["q": .string("A & B")])
        #expect(echo.data == (method == .get ? "" : "Grüße"))
    }

    @Test func `a call of httpbin sends a form`() async throws {
        let pizza = HTTPBin.Pizza(customer: "Ann & Bo", size: "large", toppings: ["cheese", "🍕"], comments: "hot+")
        let echo = try await client().request(HTTPBin.API.orderPizza(pizza).as(HTTPBin.Echo.self))
        #expect(
            echo.form == [
                "custname": .string("Ann & Bo"), "size": .string("large"), "comments": .string("hot+"),
                "topping": .array([.string("cheese"), .string("🍕")]),
            ])
    }

    @Test(
        arguments: [
            .compressed(.gzip), .compressed(.deflate), .compressed(.brotli), .status(200), .status(204, .put),
            .redirect(3), .redirect(3, absolute: true), .redirectTo("/get", status: 307),
            .setCookie(name: "a", value: "b"), .delay(seconds: 0), .drip(bytes: 5, seconds: 0.1),
            .range("bytes=0-9", of: 100), .etag("x", ifNoneMatch: "y"), .stream(lines: 3), .bytes(10, seed: 1),
        ] as [HTTPBin.Behaviour])
    func `a call of httpbin without content succeeds`(call: HTTPBin.Behaviour) async throws {
        _ = try await client().request(call)
    }

    @Test(
        arguments: [
            (.bearer, 401), (.basicAuth(user: "u", password: "p"), 401), (.status(418), 418),
            (.etag("x", ifNoneMatch: "x"), 304), (.range("bytes=200-", of: 100), 416),
        ] as [(HTTPBin.Behaviour, Int)])
    func `a call of httpbin fails with its status`(call: HTTPBin.Behaviour, status: Int) async throws {
        let client = try client()
        let error = try await #require(throws: HTTPError.self) { try await client.request(call) }
        #expect(error.status == status)
    }
}
