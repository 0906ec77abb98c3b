import Foundation
import Testing

@testable import EndpointCore

@Suite struct RedactorTests {
    /// What the redaction found in a text, in order.
    private func found(_ redact: (Redactor) -> Void, by redaction: Redaction = .standard) -> [String] {
        var found: [String] = []
        let replacement = SecretReplacement { secret in
            if secret.bytes == Array("{{}}".utf8) { return nil }
            let syntax = secret.isInURL ? "url" : "\(secret.syntax)"
            found.append("\(secret.name)=\(String(decoding: secret.bytes, as: UTF8.self)) \(syntax)")
            return Array("{{}}".utf8)
        } placeholderEnd: { bytes, position in
            bytes.has(Array("{{}}".utf8), at: position) ? position + 4 : nil
        }
        redact(Redactor(redaction, replacing: replacement))
        return found
    }

    @Test(arguments: [
        ("password: a b", ["password=a text"]), (#"{"otp": 12, "x": 1}"#, ["otp=12 json"]),
        ("see /a?x=1&api_key=k%20", ["api_key=k%20 url"]), ("https://u:p@h/", ["userinfo=u:p url"]),
        ("see https://h/ghp_0123456789abcdef0123", ["credential=ghp_0123456789abcdef0123 url"]),
        ("Bearer abc.def", ["authorization=abc.def text"]), ("<pin>1</pin>", ["pin=1 text"]),
        ("<otp>1</otp>", ["otp=1 text"]),
        ("/a?next=%2Fb%3Ftoken%3Dc%2520d", ["token=c%20d url"]),
    ])
    func `a replacement is given the name, the secret and how it is written`(text: String, secrets: [String]) {
        #expect(found { _ = $0.text(Array(text.utf8)) } == secrets)
    }

    @Test(arguments: [
        (#"{"client_secret":"a\"b"}"#, [#"client_secret=a"b text"#]), (#"{"otp":12}"#, ["otp=12 json"]),
        (#"{"password":["a",{"b":1}]}"#, ["password=a text", "b=1 json"]), (#"{"otp":12"#, ["otp=12 json"]),
        (#"{"log":"{\"otp\":12}"}"#, ["otp=12 json"]), (#"{"a":{"n":4711}}"#, ["n=4711 json"]),
    ])
    func `a replacement in JSON gets strings without escapes, and other values whole`(json: String, secrets: [String]) {
        let redaction = Redaction.standard.redacting(values: ["4711"])
        #expect(found({ _ = $0.body(Data(json.utf8), contentType: "application/json") }, by: redaction) == secrets)
    }

    @Test func `a replacement in headers gets the names of cookies`() {
        #expect(found { _ = $0.header("Cookie", Array("a=1; b=2".utf8)) } == ["a=1 text", "b=2 text"])
        #expect(found { _ = $0.header("X-Api-Key", Array("k".utf8)) } == ["X-Api-Key=k text"])
    }

    @Test func `a replacement in a form or a multipart form gets the fields`() {
        let form = "client%5Fsecret=a%20b&x=1"
        let type = "application/x-www-form-urlencoded"
        #expect(found { _ = $0.body(Data(form.utf8), contentType: type) } == ["client_secret=a b url"])
        let parts = "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\na\r\n--B--\r\n"
        #expect(
            found { _ = $0.body(Data(parts.utf8), contentType: "multipart/form-data; boundary=B") }
                == ["password=a text"])
    }

    @Test func `a secret that the replacement declines is kept, byte by byte`() {
        let text = Array("password=abc https://u:p@h/?token=x Bearer abc.def".utf8)
        let redactor = Redactor(
            .standard,
            replacing: SecretReplacement { _ in
                nil
            } placeholderEnd: { _, _ in
                nil
            })
        #expect(redactor.text(text) == text)
    }

    @Test func `values that the user names aren't searched for in a placeholder`() {
        let redaction = Redaction.off.redacting(values: ["mark"])
        let replacement = SecretReplacement { _ in
            Array("{mark}".utf8)
        } placeholderEnd: { bytes, position in
            bytes.has(Array("{mark}".utf8), at: position) ? position + 6 : nil
        }
        let redactor = Redactor(redaction, replacing: replacement)
        let once = redactor.text(Array("mark {mark} marker".utf8))
        #expect(String(decoding: once, as: UTF8.self) == "{mark} {mark} {mark}er")
        #expect(redactor.text(once) == once)
    }
}
