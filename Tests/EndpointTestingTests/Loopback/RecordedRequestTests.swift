import Testing

@testable import EndpointTesting

@Suite struct RecordedRequestTests {
    static let targets: [(String, String, String?)] = [
        ("/v1/a%2Fb?x=1", "/v1/a%2Fb", "x=1"),
        ("/?a?b", "/", "a?b"),
        ("/a?", "/a", ""),
        ("/a", "/a", nil),
        ("/a?u=http://h/b", "/a", "u=http://h/b"),
        ("http://h:1/a/b?c", "/a/b", "c"),
        ("http://h?c=/", "", "c=/"),
        ("http://h", "", nil),
    ]

    @Test(arguments: targets) func `a recorded request splits its target`(
        _ target: String, path: String, query: String?
    ) throws {
        let request = try #require(try RequestBytes.parse("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n").first)
        #expect(request.target == target)
        #expect(request.path == path)
        #expect(request.query == query)
    }

    @Test func `a header is found whatever its case, and its lines are joined`() throws {
        let request = try #require(try RequestBytes.parse(RequestBytes.get("x-MIXED: 1\r\nX-Mixed: 2\r\nX: 3")).first)
        #expect(request.header("X-Mixed") == "1, 2")
        #expect(request.header("x-mixe") == nil)
    }

    @Test(arguments: [
        ("close", true), ("Keep-Alive, CLOSE", true), ("keep-alive", false), ("closed", false),
    ]) func `a request with Connection: close is the last of its connection`(_ value: String, isLast: Bool) throws {
        let request = try #require(try RequestBytes.parse(RequestBytes.get("connection: \(value)")).first)
        #expect(request.closesConnection == isLast)
    }
}
