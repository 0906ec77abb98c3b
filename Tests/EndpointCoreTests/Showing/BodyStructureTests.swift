import EndpointCore
import Foundation
import Testing

@Suite struct BodyStructureTests {
    private func shown(_ text: String, _ type: String? = "application/json", isFailure: Bool = false, limit: Int = 512)
        -> String
    {
        Redaction.standard.excerpt(of: Data(text.utf8), contentType: type, limit: limit, isFailure: isFailure)
    }

    @Test(arguments: [
        (#"{"id":1,"nome":"Ann","tags":["a","b","c"]}"#, #"{"id": number, "nome": string, "tags": [string × 3]}"#),
        (
            #"{"a":null,"b":true,"c":-1.5e3,"d":{},"e":[]}"#,
            #"{"a": null, "b": boolean, "c": number, "d": {}, "e": []}"#
        ),
        (#"[{"id":1},{"id":2},{"id":"x"}]"#, #"[{"id": number} × 2, {"id": string}]"#),
        (#"[1,"a",2,"b",3]"#, "[number, string, number, … 2 more]"),
        (#"{"message":"hello","code":"x"}"#, #"{"message": string, "code": string}"#),
        (#"{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}"#, #"{"a": {"b": {"c": {"d": {"e": {"f": {…}}}}}}}"#),
        (#"{"a":[1,2],"lease":"#, #"{"a": [number × 2], "lease": …}"#), (#"{"a":1,"#, #"{"a": number, …}"#),
        ("[1,", "[number, …]"),
        (#"{"ann@example.org":{"role":"x"},"carol@example.org":{"role":"y"}}"#, #"{"…": {"role": string} × 2}"#),
        (
            #"{"3f2b8c1e-77aa":1,"a9f3b1c7":2,"utf8":3,"@type":4,"grün":5}"#,
            #"{"…": number × 2, "utf8": number, "@type": number, "grün": number}"#
        ),
    ])
    func `JSON is shown by its names and types`(body: String, structure: String) {
        #expect(shown(body) == structure)
        #expect(shown(body, nil) == structure)
    }

    @Test(arguments: [
        (#"{"message":"No such book","id":7}"#, #"{"message": "No such book", "id": number}"#),
        (
            #"{"error_description":"a","userHint":"b","fault_reason":"c","x":"d"}"#,
            #"{"error_description": "a", "userHint": "b", "fault_reason": "c", "x": string}"#
        ),
        (
            #"{"type":"card_error","status":404,"code":"E-x.y"}"#,
            #"{"type": "card_error", "status": 404, "code": "E-x.y"}"#
        ),
        (
            #"{"code":"qP81zk02Lm","status":918273,"type":"4711"}"#,
            #"{"code": string, "status": number, "type": "4711"}"#
        ),
        (
            #"{"errors":{"email":["is invalid"],"pin":"zz19qk77"}}"#,
            #"{"errors": {"email": ["is invalid"], "pin": string}}"#
        ),
        (
            #"{"errors":[{"field":"phrase","rejectedValue":"x y","defaultMessage":"too weak"}]}"#,
            #"{"errors": [{"field": string, "rejectedValue": string, "defaultMessage": "too weak"}]}"#
        ),
        (
            #"{"detail":[{"msg":"Field required","input":{"pin":"1 2"}}]}"#,
            #"{"detail": [{"msg": "Field required", "input": {"pin": string}}]}"#
        ),
        (
            #"{"error":{"locals":{"x":"a b"}},"auth_code":"abc"}"#,
            #"{"error": {"locals": {"x": string}}, "auth_code": string}"#
        ),
    ])
    func `a failing response is shown with what the server says to developers`(body: String, structure: String) {
        #expect(shown(body, isFailure: true) == structure)
    }

    @Test func `a sentence of the server has at most 300 bytes and no secret`() {
        let long = String(repeating: "word ", count: 200)
        let said = shown(#"{"message":"\#(long)"}"#, isFailure: true)
        #expect(said.contains("word…\"") || said.contains("word …\""))
        #expect(said.utf8.count < 340)
        let secret = shown(#"{"message":"no Bearer abcdef123456ghijkl"}"#, isFailure: true)
        #expect(secret == #"{"message": "no Bearer {{secret}}"}"#)
        let named = Redaction.standard.redacting(jsonKeys: ["detail"])
        let body = Data(#"{"detail":"hush"}"#.utf8)
        #expect(!named.excerpt(of: body, contentType: "application/json", isFailure: true).contains("hush"))
    }

    @Test(arguments: [
        ("<html><head><title>Not  Found</title></head><body><h1>Not Found</h1></body></html>", #": "Not Found">"#),
        (
            "<title>Oops</title><script>var a='x'</script><p>Something went wrong</p>",
            #": "Oops", Something went wrong>"#
        ),
        ("<html><!-- x --><body><p>Your code: <b>abc</b></p></body></html>", ": Your code:>"),
        ("<html><body><p>Cannot GET /nope</p> <i>k3k3-19x</i> more</body></html>", ": Cannot GET /nope>"),
        ("<html><input value=\"k\"><style>b</style></html>", " of text/html>"),
    ])
    func `HTML is shown by its title and first words`(body: String, end: String) {
        let text = shown(body, "text/html")
        #expect(text.hasPrefix("<\(body.utf8.count) bytes of text/html"))
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test func `other bodies are shown by length and type, in a failure by their first line or elements`() {
        #expect(shown("lease=abc", "text/plain") == "<9 bytes of text/plain>")
        #expect(shown("invalid id\nstack", "text/plain", isFailure: true) == "invalid id… (16 bytes)")
        #expect(shown("404 page not found\n", "text/plain", isFailure: true) == "404 page not found")
        #expect(shown("database is locked", nil, isFailure: true) == "database is locked")
        #expect(shown("a,b", "text/csv", isFailure: true) == "<3 bytes of text/csv>")
        #expect(shown("data: {}\n\n", "text/event-stream", isFailure: true) == "<10 bytes of text/event-stream>")
        let xml = "<Error><Code>NoSuchKey</Code><Message>No such key.</Message><Key>k</Key></Error>"
        #expect(shown(xml, "application/xml") == "<80 bytes of application/xml>")
        #expect(
            shown(xml, "application/xml", isFailure: true)
                == #"<80 bytes of application/xml: Code "NoSuchKey", Message "No such key.">"#)
        #expect(shown("a=1&pin=4711", "application/x-www-form-urlencoded") == "a=…&pin=…")
        #expect(
            shown("error=bad+code&a=b", "application/x-www-form-urlencoded", isFailure: true)
                == #"error="bad code"&a=…"#)
        #expect(shown("", "text/plain") == "")
    }

    @Test func `the structure is cut at a limit, and of a long body a part is read`() {
        #expect(shown(#"{"id":1,"name":"Ann"}"#, limit: 12) == #"{"id": numbe… (21 bytes)"#)
        let wide = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(shown(wide).hasSuffix("… 76 more}"))
        let long = "[" + String(repeating: "1,", count: 2_000_000) + "1]"
        #expect(shown(long).hasPrefix("[number × 5"))
        #expect(shown(long).utf8.count < 100)
    }

    @Test func `a broken or hostile body is shown in bounded length`() {
        for piece in ["[", "{\"a\":", "{\"message\":\"x\"},", "[1,\"a\",", "<", "<title>", "a=b&"] {
            for type in ["application/json", "text/html", "application/x-www-form-urlencoded", nil] {
                let body = "[" + String(repeating: piece, count: 20_000)
                #expect(shown(body, type, isFailure: true).utf8.count < 600, "\(piece)")
            }
        }
    }
}

@Suite struct PlaceholderBodyTests {
    private func shown(_ text: String, _ type: String? = "application/json", isFailure: Bool = false) -> String {
        String(
            decoding: Redaction.standard.shownBody(Data(text.utf8), contentType: type, isFailure: isFailure),
            as: UTF8.self)
    }

    @Test(arguments: [
        (
            #"{"id":1,"nome":"Ann","tags":["a","b"]}"#,
            #"{"id": 0, "nome": "{{string}}", "tags": ["{{string}}", "{{string}}"]}"#
        ),
        (#"[true,null,{"a":{}}]"#, #"[false, null, {"a": {}}]"#), ("{}", "{}"),
    ])
    func `JSON keeps its structure`(body: String, placeholders: String) throws {
        #expect(shown(body) == placeholders)
        _ = try JSONSerialization.jsonObject(with: Data(shown(body).utf8))
    }

    @Test func `JSON with a message stays JSON`() throws {
        let text = shown(#"{"message":"say \"hi\"","a\"b":1}"#, isFailure: true)
        #expect(text.contains(#"say \"hi\""#))
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func `other bodies are marked`() {
        #expect(shown("a=1&b=2", "application/x-www-form-urlencoded") == "a={{value}}&b={{value}}")
        #expect(shown("hello", "text/plain") == "{{5 bytes of text/plain}}")
        #expect(shown("{broken", "application/json") == "{{7 bytes of application/json}}")
    }
}
