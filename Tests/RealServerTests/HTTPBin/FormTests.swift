import EndpointTesting
import Testing

@Suite(.realServers) struct FormTests {
    private static let texts = [
        "plain", "", " ", "  two  blanks  ", "a+b", "a&b=c", "100%", "%41", "a;b", "a/b?c#d", "line\nbreak\r\n",
        "tab\t", "é", "e\u{301}",
        "日本語", "שלום", "👩‍👩‍👧‍👦 🏳️‍🌈", "\"quotes\" 'and' <tags>", "\\back\\slash", "[]", "~*-._", "\u{0}", "null",
    ]

    @Test(arguments: texts)
    func `the server decodes a query to the same values`(text: String) async throws {
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: ["q": text, text + "k": "v"]))
        #expect(echo.args == ["q": .texts(text), text + "k": .texts("v")])
    }

    @Test(arguments: texts)
    func `the server decodes a form to the same values`(text: String) async throws {
        let body = HTTPBody.form(["q": text, text + "k": "v"])
        let parsed: ParsedForm = try await RealServer.httpbin.client().json(.post("parsed", body: body))
        #expect(parsed.fields == [["q", text], [text + "k", "v"]])
    }

    @Test(arguments: texts)
    func `the server decodes JSON to the same values`(text: String) async throws {
        let body = try HTTPBody.json([text: [text]])
        let echo: Echo = try await RealServer.httpbin.client().json(.post("post", body: body))
        #expect(echo.json == .object([text: .array([.string(text)])]))
    }

    @Test(arguments: texts.filter { !$0.isEmpty })
    func `the server decodes a path to the same segments`(text: String) async throws {
        let seen: ReceivedBody = try await RealServer.httpbin.client().json(.get("digest/\(text)/end"))
        #expect(seen.path == "/digest/\(text)/end")
    }

    @Test(arguments: [URLQuery.ArrayStyle.repeated, .brackets])
    func `an array is sent as several items`(style: URLQuery.ArrayStyle) async throws {
        let query = URLQuery(["tag": ["a", "b", "c d"], "none": nil as String?], arrays: style)
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: query))
        #expect(echo.args == [style == .brackets ? "tag[]" : "tag": .texts("a", "b", "c d")])
    }

    @Test func `an array with commas is sent as one item`() async throws {
        let query = URLQuery(["tag": ["a", "b", "c d"]], arrays: .comma)
        let echo: Echo = try await RealServer.httpbin.client().json(.get("get", query: query))
        #expect(echo.args == ["tag": .texts("a,b,c d")])
    }

    @Test func `a form of a thousand fields arrives whole`() async throws {
        let fields = (0..<1000).map { ["field \($0 % 7)", "value \($0) & more"] }
        let body = HTTPBody.form(fields.reduce(URLQuery()) { $0 + [$1[0]: $1[1]] })
        let parsed: ParsedForm = try await RealServer.httpbin.client().json(.post("parsed", body: body))
        #expect(parsed.fields.count == 1000)
        #expect(Set(parsed.fields) == Set(fields))
    }
}

@Suite(.realServers) struct MultipartTests {
    /// Names, and the names that Werkzeug parses. As browsers do, we percent-encode the quotation mark, CR and LF of a
    /// name and escape nothing (WHATWG HTML §4.10.21.8). Werkzeug decodes only the quotation mark, and treats a
    /// backslash as an escape.
    private static let names = [
        ("plain", "plain"), ("two words", "two words"), ("quo\"te", "quo\"te"), ("back\\slash", "backslash"),
        ("semi;colon=", "semi;colon="), ("percent%22", "percent\""), ("line\nbreak\r", "line%0Abreak%0D"),
        ("Grüße", "Grüße"), ("日本語", "日本語"), ("👩‍👩‍👧‍👦.png", "👩‍👩‍👧‍👦.png"), ("../../etc/passwd", "../../etc/passwd"),
        ("tab\t", "tab\t"), ("a'b", "a'b"),
        (String(repeating: "long ", count: 60), String(repeating: "long ", count: 60)),
    ]

    private func parse(_ form: Multipart) async throws -> ParsedForm {
        try await RealServer.httpbin.client().json(.post("parsed", body: .multipart(form)))
    }

    @Test(arguments: names)
    func `a field arrives under its name`(name: String, seen: String) async throws {
        let parsed = try await parse([.field(name, "value of \(name)")])
        #expect(parsed.fields == [[seen, "value of \(name)"]])
        #expect(parsed.files.isEmpty)
    }

    @Test(arguments: names)
    func `a file arrives under its name, with its type`(name: String, seen: String) async throws {
        let parsed = try await parse([.data("file", Data(name.utf8), fileName: name, contentType: "image/png")])
        let file = try #require(parsed.files.first)
        #expect(parsed.files.count == 1)
        #expect(file.filename == seen)
        #expect(file.type == "image/png")
        #expect(file.length == name.utf8.count)
    }

    @Test(arguments: ["", "\r\n", "--", "\r\n--boundary\r\n", "a\u{0}b", "🏳️‍🌈", "\n\n\n"])
    func `a multipart value arrives unchanged`(value: String) async throws {
        #expect(try await parse([.field("a", value), .field("b", "end")]).fields == [["a", value], ["b", "end"]])
    }

    @Test func `several parts of one name keep their order`() async throws {
        let parsed = try await parse([
            .field("n", 1), .data("f", Data("x".utf8), fileName: "1"), .field("n", 2),
            .data("f", Data("yy".utf8), fileName: "2"), .field("n", 3),
        ])
        #expect(parsed.fields == [["n", "1"], ["n", "2"], ["n", "3"]])
        #expect(parsed.files.map(\.filename) == ["1", "2"])
        #expect(parsed.files.map(\.length) == [1, 2])
    }

    @Test(arguments: [0, 1, 65_537, 10_000_000])
    func `files are read from disk while they are sent`(count: Int) async throws {
        let file = try RandomFile(count)
        let upload = RawUploadEndpoint<ParsedForm>(
            body: .multipart([.field("a", "1"), .file("file", file.url), .field("b", "2")]), path: "parsed",
            headers: [:])
        let parsed = try await RealServer.httpbin.client().upload(upload)
        #expect(parsed.fields == [["a", "1"], ["b", "2"]])
        #expect(parsed.files.map(\.sha256) == [file.sha256])
        #expect(parsed.files.map(\.filename) == ["\(count)"])
    }

    @Test func `httpbin reads the fields and files of a form`() async throws {
        let form: Multipart = [.field("size", "large"), .data("note", Data("hallo 🌍".utf8), fileName: "n.txt")]
        let echo: Echo = try await RealServer.httpbin.client().json(.post("post", body: .multipart(form)))
        #expect(echo.form == ["size": .texts("large")])
        #expect(echo.files == ["note": .texts("hallo 🌍")])
    }
}
