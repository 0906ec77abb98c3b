import EndpointTesting
import Testing

@Suite(.realServers) struct FormTests {
    private static let texts = [
        "plain", "", " ", "  two  blanks  ", "a+b", "a&b=c", "100%", "%41", "a;b", "a/b?c#d", "line\nbreak\r\n",
        "tab\t", "é", "e\u{301}",
        "日本語", "שלום", "👩‍👩‍👧‍👦 🏳️‍🌈", "\"quotes\" 'and' <tags>", "\\back\\slash", "[]", "~*-._", "\u{0}", "null",
    ]

    @Test(arguments: texts)
    func `a query means to the server what it meant to us`(text: String) async throws {
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: ["q": text, text + "k": "v"]))
        #expect(echo.args == ["q": .texts(text), text + "k": .texts("v")])
    }

    @Test(arguments: texts)
    func `a form means to the server what it meant to us`(text: String) async throws {
        let body = HTTPBody.form(["q": text, text + "k": "v"])
        let parsed: ParsedForm = try await RealServer.httpbin.client().json(.post("parsed", body: body))
        #expect(parsed.fields == [["q", text], [text + "k", "v"]])
    }

    @Test(arguments: texts)
    func `JSON means to the server what it meant to us`(text: String) async throws {
        let body = try HTTPBody.json([text: [text]])
        let echo: Echo = try await RealServer.httpbin.client().json(.post("post", body: body))
        #expect(echo.json == .object([text: .array([.string(text)])]))
    }

    @Test(arguments: texts.filter { !$0.isEmpty })
    func `a path means to the server what it meant to us`(text: String) async throws {
        let seen: Fingerprint = try await RealServer.httpbin.client().json(.get("digest/\(text)/end"))
        #expect(seen.path == "/digest/\(text)/end")
    }

    @Test(arguments: [Query.ArrayStyle.repeated, .brackets])
    func `an array is several items`(style: Query.ArrayStyle) async throws {
        let query = Query(["tag": ["a", "b", "c d"], "none": nil as String?], arrays: style)
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: query))
        #expect(echo.args == [style == .brackets ? "tag[]" : "tag": .texts("a", "b", "c d")])
    }

    @Test func `an array with commas is one item`() async throws {
        let query = Query(["tag": ["a", "b", "c d"]], arrays: .comma)
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: query))
        #expect(echo.args == ["tag": .texts("a,b,c d")])
    }

    @Test func `a form of a thousand fields arrives whole`() async throws {
        let fields = (0..<1000).map { ["field \($0 % 7)", "value \($0) & more"] }
        let body = HTTPBody.form(fields.reduce(Query()) { $0 + [$1[0]: $1[1]] })
        let parsed: ParsedForm = try await RealServer.httpbin.client().json(.post("parsed", body: body))
        #expect(parsed.fields.count == 1000)
        #expect(Set(parsed.fields) == Set(fields))
    }
}
