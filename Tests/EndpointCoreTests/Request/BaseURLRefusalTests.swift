import EndpointCore
import Testing

@Suite struct BaseURLRefusalTests {
    @Test(
        arguments: [
            ("v1", .url("v1")), ("/v1", .url("/v1")), ("//h/v1", .url("//h/v1")), ("https:/v1", .url("https:/v1")),
            ("https:h", .url("https:h")),
            ("ftp://h/v1", .scheme("ftp")), ("file:///etc", .scheme("file")), ("data:,x", .scheme("data")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("https:///v1", .host("")), ("https://%2F/v1", .host("%2F")), ("https://h:99999/v1", .host("h:99999")),
            ("https://127.1/", .host("127.1")),
            ("https://user:pw@h/v1", .url("https://***@h/v1")), ("https://good@evil/", .url("https://***@evil/")),
        ] as [(String, RequestError.Reason)])
    func `refuses what cannot be a base or an absolute request`(text: String, reason: RequestError.Reason) throws {
        let url = try URL(required: text)
        let request = try URL(required: "books")
        #expect(throws: RequestError(reason)) { try BaseURL(url).resolve(request) }
        #expect(BaseURL(url).origin == nil || text.contains("@"))
        guard text.contains(":") else { return }
        let base = try BaseURL(URL(required: "https://h/v1"))
        #expect(throws: RequestError(reason)) { try base.resolve(url) }
    }

    @Test func `a base that cannot be one refuses absolute requests as well`() throws {
        let base = try BaseURL(URL(required: "v1"))
        #expect(base.host.isEmpty)
        #expect(throws: RequestError(.url("v1"))) { try base.resolve(URL(required: "https://h/x")) }
    }

    @Test(arguments: [
        "http://h/v1", "http://10.0.0.1/v1", "http://localhost.evil/v1", "http://127.0.0.1.evil/v1", "HTTP://H/v1",
    ])
    func `refuses cleartext to another machine, unless it is allowed`(text: String) throws {
        let (url, safe) = try (URL(required: text), URL(required: "https://h"))
        let request = try URL(required: "x")
        #expect(throws: RequestError(.insecure(text.lowercased() + "/x"))) { try BaseURL(url).resolve(request) }
        #expect(throws: RequestError(.insecure(text.lowercased()))) { try BaseURL(safe).resolve(url) }
        let resolved = try BaseURL(url).resolve(request, allowsInsecureConnections: true)
        #expect(resolved.absoluteString == text.lowercased() + "/x")
    }

    @Test(arguments: [
        "http://localhost/v1", "http://api.localhost:8080/v1", "http://127.0.0.1:1/v1", "http://[::1]/v1",
    ])
    func `cleartext to this machine is allowed`(text: String) throws {
        let url = try BaseURL(URL(required: text)).resolve(URL(required: "x"))
        #expect(url.absoluteString == text + "/x")
    }
}
