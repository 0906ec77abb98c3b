import EndpointTesting
import Testing

@Suite(.realServers) struct CookieTests {
    private typealias Jar = [String: [String: String]]

    @Test(arguments: ["cookies/set/sid/1", "cookies/set?sid=1&theme=dark", "cookies/delete?sid"])
    func `a client keeps no cookies, not even from a redirect`(path: String) async throws {
        let client = try RealServer.httpbin.client()
        let landed: Jar = try await client.json(.get(try #require(URL(string: path))))
        let later: Jar = try await client.json(.get("cookies"))
        #expect(landed == ["cookies": [:]])
        #expect(later == ["cookies": [:]])
    }

    @Test func `a client sends only the cookies of the request`() async throws {
        let client = try RealServer.httpbin.client()
        let own: Jar = try await client.json(.get("cookies", headers: ["Cookie": "a=1; b=2"]))
        let later: Jar = try await client.json(.get("cookies"))
        #expect(own == ["cookies": ["a": "1", "b": "2"]])
        #expect(later == ["cookies": [:]])
    }

    @Test func `a response has its Set-Cookie`() async throws {
        let response = try await RealServer.httpbin.client().answer(
            .get("response-headers", query: ["Set-Cookie": "sid=1; Path=/; HttpOnly"]))
        #expect(response.header("Set-Cookie") == "sid=1; Path=/; HttpOnly")
    }

    @Test func `a response has all its Set-Cookie fields`() async throws {
        let query: URLQuery = ["Set-Cookie": ["sid=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "theme=dark"]]
        let response = try await RealServer.httpbin.client().answer(.get("response-headers", query: query))
        let url = try #require(response.http.url)
        let header = ["Set-Cookie": try #require(response.header("Set-Cookie"))]
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: header, for: url)
        #expect(Set(cookies.map(\.name)) == ["sid", "theme"])
    }
}
