import Testing

@testable import EndpointCore

@Suite struct RedirectHeadersTests {
    static let credentials = [
        "Authorization", "authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token", "My-Secret",
        "Api-Token", "X-Amz-Security-Token",
        "Referer", "Origin", "traceparent", "tracestate", "baggage", "If", "If-Secret",
        "Content-Secret", "Accept-Secret", "Host", "",
    ]
    static let travelling = [
        "Accept", "accept-LANGUAGE", "Accept-Encoding", "User-Agent", "Content-Type", "Content-Language",
        "Content-Encoding", "Content-Range", "Idempotency-Key", "Range",
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Cache-Control", "Prefer",
    ]

    private func names(_ names: [String], dropsBody: Bool = false, crossesOrigin: Bool = false) -> Set<String> {
        let headers = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })
        return Set(Redirect.headers(headers, dropsBody: dropsBody, crossesOrigin: crossesOrigin).keys)
    }

    @Test(arguments: credentials)
    func `no other header crosses origins`(name: String) {
        #expect(names([name], crossesOrigin: true).isEmpty)
    }

    @Test(arguments: travelling)
    func `what says nothing about the caller crosses origins`(name: String) {
        #expect(names([name], crossesOrigin: true) == [name])
    }

    @Test func `on the same origin all headers stay`() {
        let all = Self.credentials + Self.travelling
        #expect(names(all) == Set(all))
    }

    @Test func `when the body goes, what describes it goes as well`() {
        let body = [
            "Content-Type", "content-encoding", "CONTENT-MD5", "Content-Anything", "Digest", "Repr-Digest",
            "Last-Modified",
        ]
        #expect(
            names(body + ["Authorization", "Accept", "Contents"], dropsBody: true) == [
                "Authorization", "Accept", "Contents",
            ])
        #expect(names(body + ["Accept", "X-Api-Key"], dropsBody: true, crossesOrigin: true) == ["Accept"])
    }

    @Test(arguments: [
        ("https://h/x", true), ("https://H:443/x", true), ("/x", true), ("//h/x", true), ("https://h:8443/x", false),
        ("https://g/x", false),
        ("https://sub.h/x", false), ("https://h./x", false), ("https://u@h/x", true), ("https://h@evil/x", false),
    ])
    func `credentials go to the same scheme, host and port only`(location: String, stays: Bool) throws {
        let headers = ["Authorization": "Bearer x", "Accept": "a/b"]
        let redirect = try follow(307, location, headers: headers)
        #expect(redirect.headers == (stays ? headers : ["Accept": "a/b"]))
        #expect(redirect.keepsBody)
    }

    @Test func `from http to https is another origin`() throws {
        let redirect = try follow(307, "https://localhost/", from: "http://localhost/", headers: ["X-Api-Key": "x"])
        #expect(redirect.headers.isEmpty)
    }

    @Test func `a POST that becomes GET does not keep its type`() throws {
        let redirect = try follow(302, "/x", headers: ["Content-Type": "a/b", "Accept": "c/d"])
        #expect(redirect.headers == ["Accept": "c/d"])
    }

    private func follow(
        _ status: Int, _ location: String, from url: String = "https://h/a", headers: [String: String]
    ) throws -> Redirect {
        let redirect = try RedirectPolicy().next(
            status: status, location: location, method: "POST", url: URL(required: url), headers: headers,
            hasBody: true, hop: 0)
        return try #require(redirect)
    }
}
