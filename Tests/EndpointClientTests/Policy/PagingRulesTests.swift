import Testing

@testable import EndpointClient

@Suite struct PagingRulesTests {
    @Test func `a page can't be read twice`() throws {
        var rules = PagingRules(limit: 10)
        try rules.admit(.get("books?page=1"), after: nil)
        try rules.admit(.get("books?page=2"), after: nil)
        let error = try #require(throws: PagingError.self) { try rules.admit(.get("books?page=1"), after: nil) }
        #expect(error.reason == .loop)
        #expect(
            "\(error)" == "GET books?page=1 was not sent: this page has been read before, so the list would never end.")
    }

    @Test(arguments: [
        ("https://api.example.com/v1/books", false), ("https://api.example.com/v1/books#2", false),
        ("books#2", false), ("https://api.example.com/v1/books?page=2", true),
    ])
    func `a page that was requested by a relative URL is known by the URL of its response`(
        url: String, isAdmitted: Bool
    ) throws {
        var rules = PagingRules(limit: 10)
        let former = try former("books", answeredFrom: "https://api.example.com/v1/books")
        try rules.admit(former.request, after: nil)
        let next = URLRequest(url: try #require(URL(string: url)))
        guard !isAdmitted else { return try rules.admit(next, after: former) }
        let error = try #require(throws: PagingError.self) {
            try rules.admit(next, after: former)
        }
        #expect(error.reason == .loop)
    }

    @Test func `the URL of a response doesn't count as a page`() throws {
        var rules = PagingRules(limit: 3)
        let former = try former("books", answeredFrom: "https://api.example.com/v1/books")
        try rules.admit(former.request, after: nil)
        for page in 2...3 { try rules.admit(.get("books?page=\(page)"), after: former) }
        let error = #expect(throws: PagingError.self) { try rules.admit(.get("books?page=4"), after: former) }
        #expect(error?.reason == .tooManyPages(limit: 3))
    }

    @Test func `a request with another body is another page`() throws {
        var rules = PagingRules(limit: 10)
        try rules.admit(search("a"), after: nil)
        try rules.admit(search("b"), after: nil)
        #expect(throws: PagingError.self) { try rules.admit(search("a"), after: nil) }
    }

    @Test func `a request with another header is another page`() throws {
        var rules = PagingRules(limit: 10)
        try rules.admit(.get("books", headers: ["X-Page": "1"]), after: nil)
        try rules.admit(.get("books", headers: ["X-Page": "2"]), after: nil)
        #expect(throws: PagingError.self) { try rules.admit(.get("books", headers: ["X-Page": "1"]), after: nil) }
    }

    @Test func `the number of pages is limited`() throws {
        var rules = PagingRules(limit: 1)
        try rules.admit(.get("books"), after: nil)
        let error = try #require(throws: PagingError.self) { try rules.admit(.get("books?page=2"), after: nil) }
        #expect(error.reason == .tooManyPages(limit: 1))
        #expect("\(error)" == "GET books?page=2 was not sent: the list has more than 1 page.")
    }

    @Test(arguments: [
        ("books?page=2", true), ("/v1/books?page=2", true),
        ("https://api.example.com/v2/books", true), ("https://API.example.com:443/books", true),
        ("https://cdn.example.com/books", true),
        ("https://evil.example/books", false), ("http://api.example.com/books", false),
        ("https://api.example.com:8443/b", false),
    ])
    func `the next page is at the origin of the request or of its answer`(url: String, isAdmitted: Bool) throws {
        let former = try former("https://api.example.com/v1/books", answeredFrom: "https://cdn.example.com/v1/books")
        try expect(url, isAdmitted: isAdmitted, after: former) { error in
            #expect(error.reason == .otherOrigin("https://cdn.example.com"))
            #expect("\(error)".hasSuffix("was not sent: the page before it came from https://cdn.example.com."))
        }
    }

    @Test(arguments: [("books?page=2", true), ("https://api.example.com/books", false)])
    func `a page after one without a known origin has a relative URL`(url: String, isAdmitted: Bool) throws {
        let former = try former("books", answeredFrom: "books")
        try expect(url, isAdmitted: isAdmitted, after: former) { error in
            #expect("\(error)".hasSuffix("was not sent: the page before it came from a relative URL."))
        }
    }

    @Test func `an error hides the secrets of the request`() throws {
        var rules = PagingRules(limit: 0)
        let error = try #require(throws: PagingError.self) {
            try rules.admit(.get("b?access_token=s3cr3t-0f-the-user"), after: nil)
        }
        #expect(!"\(error)".contains("s3cr3t"))
        #expect(!String(reflecting: error).contains("s3cr3t"))
    }

    private func search(_ cursor: String) throws -> URLRequest {
        try .post("search", body: .json(Data("\(cursor)".utf8)))
    }

    /// Expects that the rules admit a URL after a page, or that they refuse it with an error that passes the check.
    private func expect(
        _ url: String, isAdmitted: Bool, after former: (request: URLRequest, response: URLResponse),
        _ check: (PagingError) -> Void
    ) throws {
        var rules = PagingRules(limit: 10)
        let next = URLRequest(url: try #require(URL(string: url)))
        guard !isAdmitted else { return try rules.admit(next, after: former) }
        check(try #require(throws: PagingError.self) { try rules.admit(next, after: former) })
    }

    private func former(_ request: String, answeredFrom response: String) throws -> (
        request: URLRequest, response: URLResponse
    ) {
        let (first, second) = (try #require(URL(string: request)), try #require(URL(string: response)))
        return (
            URLRequest(url: first),
            URLResponse(url: second, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        )
    }
}
