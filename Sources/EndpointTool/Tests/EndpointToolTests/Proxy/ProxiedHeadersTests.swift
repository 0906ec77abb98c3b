import EndpointTesting
import Testing

@testable import EndpointTool

@Suite struct ProxiedHeadersTests {
    private let headers = ProxiedHeaders(upstream: "https://api.example.com", proxy: "http://localhost:8080")

    @Test func `fields of the connection are not forwarded`() {
        let fields: HeaderFields = [
            "Connection": "keep-alive, X-Hop", "X-Hop": "1", "Keep-Alive": "5", "TE": "trailers", "Upgrade": "h2c",
            "Transfer-Encoding": "chunked", "Proxy-Authorization": "Basic x", "Trailer": "X", "Host": "localhost:8080",
            "Proxy-Authentication-Info": "x",
            "Content-Length": "3", "Expect": "100-continue", "Accept-Encoding": "br", "X-Own": "1",
        ]
        #expect(headers.request(fields) == ["X-Own": "1"])
        #expect(
            headers.response(["Connection": "X-Hop", "X-Hop": "1", "Alt-Svc": "h3", "ETag": "1"], isDecoded: false) == [
                "ETag": "1"
            ])
    }

    @Test(arguments: [
        ("http://localhost:8080", "https://api.example.com"), ("http://localhost:3000", "http://localhost:3000"),
        ("http://localhost:80801", "http://localhost:80801"), ("null", "null"),
    ])
    func `an Origin of the proxy becomes that of the API`(origin: String, forwarded: String) {
        #expect(headers.request(["Origin": origin])["Origin"] == forwarded)
    }

    @Test func `a Referer below the proxy becomes one below the API`() {
        let fields = headers.request(["Referer": "http://localhost:8080/a?b"])
        #expect(fields["Referer"] == "https://api.example.com/a?b")
    }

    @Test(arguments: [
        ("https://api.example.com/a", "http://localhost:8080/a"), ("https://api.example.com", "http://localhost:8080"),
        ("HTTPS://API.example.com/a", "http://localhost:8080/a"), ("/a", "/a"),
        ("https://api.example.com.evil/a", "https://api.example.com.evil/a"),
        ("https://other.example/a", "https://other.example/a"),
    ])
    func `a Location on the API leads to the proxy`(location: String, rewritten: String) {
        for name in ["Location", "Content-Location"] {
            #expect(headers.response([name: location], isDecoded: false)[name] == rewritten)
        }
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("a=1; Domain=example.com; Path=/; Secure", "a=1; Path=/"),
        ("a=1;domain=.example.com;HttpOnly;SECURE", "a=1;HttpOnly"),
        ("a=secure; SameSite=None; Secure; Partitioned", "a=secure"), ("a=1; SameSite=Lax", "a=1; SameSite=Lax"),
        ("__Host-a=1; Secure; Path=/; SameSite=None", "__Host-a=1; Secure; Path=/; SameSite=None"),
        ("__Secure-a=1; Domain=example.com; Secure", "__Secure-a=1; Secure"),
    ])
    func `a cookie belongs to the proxy`(cookie: String, rewritten: String) {
        #expect(headers.response(["Set-Cookie": cookie], isDecoded: false)["Set-Cookie"] == rewritten)
    }

    @Test func `repeated cookies stay separate, and a decoded body has no encoding`() {
        var fields: HeaderFields = ["Content-Encoding": "gzip", "Content-Length": "9"]
        fields.append("Set-Cookie", "a=1; Secure")
        fields.append("Set-Cookie", "b=2; Secure")
        let response = headers.response(fields, isDecoded: true)
        #expect(response.values(of: "Set-Cookie") == ["a=1", "b=2"])
        #expect(response.count == 2)
        #expect(headers.response(fields, isDecoded: false).count == 4)
    }
}
