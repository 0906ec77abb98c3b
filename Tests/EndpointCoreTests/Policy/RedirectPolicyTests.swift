import EndpointCore
import Testing

@Suite struct RedirectPolicyTests {
    private func next(
        _ status: Int = 302, _ location: String? = "/next", method: String = "GET", from url: String = "https://h/a/b",
        headers: [String: String] = [:], hasBody: Bool = false, hop: Int = 0, policy: RedirectPolicy = RedirectPolicy()
    ) throws -> Redirect? {
        try policy.next(
            status: status, location: location, method: method, url: URL(required: url), headers: headers,
            hasBody: hasBody,
            hop: hop)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `five statuses redirect`(status: Int) throws {
        #expect(try next(status)?.url.absoluteString == "https://h/next")
    }

    @Test(arguments: [-1, 0, 100, 200, 201, 204, 300, 304, 305, 306, 309, 310, 399, 401, 404, 500])
    func `other statuses are final, also with a Location`(status: Int) throws {
        #expect(try next(status) == nil)
    }

    @Test(arguments: [nil, "", " ", " \t "])
    func `without a Location a response is final`(location: String?) throws {
        #expect(try next(301, location) == nil)
    }

    @Test(arguments: [
        (301, "GET", "GET", true), (301, "HEAD", "HEAD", true), (301, "POST", "GET", false), (301, "PUT", "PUT", true),
        (301, "DELETE", "DELETE", true),
        (302, "GET", "GET", true), (302, "POST", "GET", false), (302, "PATCH", "PATCH", true), (302, "X", "X", true),
        (303, "GET", "GET", true), (303, "HEAD", "HEAD", true), (303, "POST", "GET", false), (303, "PUT", "GET", false),
        (303, "DELETE", "GET", false),
        (307, "POST", "POST", true), (307, "GET", "GET", true), (308, "POST", "POST", true), (308, "PUT", "PUT", true),
    ])
    func `the status decides about method and body`(status: Int, method: String, expected: String, keepsBody: Bool)
        throws
    {
        let redirect = try next(status, method: method, hasBody: true)
        #expect(redirect?.method == expected)
        #expect(redirect?.keepsBody == keepsBody)
    }

    @Test func `no body is kept where there was none`() throws {
        #expect(try next(307, method: "POST")?.keepsBody == false)
    }

    @Test func `follows up to the limit and no further`() throws {
        let policy = RedirectPolicy(limit: 2)
        #expect(try next(hop: 1, policy: policy) != nil)
        #expect(throws: URLError(.httpTooManyRedirects)) { try next(hop: 2, policy: policy) }
        #expect(try next(200, hop: 2, policy: policy) == nil)
        #expect(throws: URLError(.httpTooManyRedirects)) { try next(policy: RedirectPolicy(limit: -1)) }
    }

    @Test func `follows ten redirects by default`() throws {
        #expect(try next(hop: 9) != nil)
        #expect(throws: URLError(.httpTooManyRedirects)) { try next(hop: 10) }
    }

    @Test func `can leave redirects to the caller`() throws {
        #expect(try next(policy: RedirectPolicy(followsRedirects: false)) == nil)
    }

    @Test func `https never becomes http, also where http is allowed`() {
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        for location in ["http://h/x", "http://localhost/x", "http://other/x"] {
            #expect(throws: RequestError(.redirect("it leads from https to http.", to: location))) {
                try next(302, location, policy: policy)
            }
        }
    }

    @Test(arguments: ["http://other/x", "//other/x", "http://127.0.0.1.evil/"])
    func `cleartext to another machine is refused, unless it is allowed`(location: String) throws {
        let problem = "it is cleartext http to another machine, which the environment does not allow."
        #expect(throws: RequestError(.redirect(problem, to: location))) {
            try next(302, location, from: "http://localhost/")
        }
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        #expect(try next(302, location, from: "http://localhost/", policy: policy) != nil)
    }

    @Test(arguments: ["/x", "http://127.0.0.1:8080/x", "https://other/x"])
    func `cleartext stays possible on this machine, and https from it`(location: String) throws {
        #expect(try next(302, location, from: "http://localhost/") != nil)
    }

    @Test func `says who the target is`() throws {
        #expect(try next(302, "https://Other:8443/x")?.origin.description == "https://other:8443")
    }
}
