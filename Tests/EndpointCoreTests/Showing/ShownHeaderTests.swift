import EndpointCore
import Testing

@Suite struct ShownHeaderTests {
    @Test(arguments: [
        ("Content-Type", "text/html"), ("retry-after", "7"), ("X-RateLimit-Remaining", "9"), ("X-Request-Id", "a-1"),
        ("Server", "nginx"),
        ("ETag", "\"abc\""),
    ])
    func `a harmless header keeps its value`(name: String, value: String) {
        #expect(Redaction.standard.shownHeader(name, value) == value)
    }

    @Test(arguments: ["X-Lease", "X-Tenant", "Location", "X-Continue"])
    func `another header is shown by its name`(name: String) {
        #expect(Redaction.standard.shownHeader(name, "k3k3") == "{{value}}")
        #expect(Redaction.showingValues.shownHeader(name, "k3k3") == "k3k3")
    }

    @Test func `a credential keeps its scheme`() {
        #expect(Redaction.standard.shownHeader("Authorization", "Bearer abc") == "Bearer {{secret}}")
        #expect(Redaction.showingValues.shownHeader("Authorization", "Bearer abc") == "Bearer {{secret}}")
        #expect(Redaction.off.shownHeader("Authorization", "Bearer abc") == "Bearer abc")
    }
}

@Suite struct RedactionUnionTests {
    private let body = Data(#"{"a":"b"}"#.utf8)

    @Test func `values are shown if both show them`() {
        let both = Redaction.showingValues.union(.showingValues)
        #expect(both.excerpt(of: body, contentType: nil) == #"{"a":"b"}"#)
        for union in [Redaction.showingValues.union(.standard), .standard.union(.showingValues), .off.union(.standard)]
        {
            #expect(union.excerpt(of: body, contentType: nil) == #"{"a": string}"#)
        }
    }

    @Test func `a secret of either is one, and what one keeps the other hides`() {
        let one = Redaction.standard.redacting(values: ["k3k3k3"]).keeping(names: ["token", "password"])
        let other = Redaction.standard.redacting(queryNames: ["lease"]).keeping(names: ["token"])
        let union = one.union(other)
        #expect(union.urlText("/a?lease=1&x=k3k3k3") == "/a?lease={{secret}}&x={{secret}}")
        #expect(union.urlText("/a?token=ab12cd34&password=ab12cd34") == "/a?token=ab12cd34&password={{secret}}")
        #expect(Redaction.off.union(.standard).urlText("/a?password=ab12cd34") == "/a?password={{secret}}")
        #expect(one.union(.off).urlText("/a?token=ab12cd34") == "/a?token=ab12cd34")
        #expect(one.union(nil) == one)
    }
}
