import EndpointCore
import Foundation
import TestSupport
import Testing

@Suite struct BodyRedactionTests {
    private func json(_ text: String, by redaction: Redaction = .standard) -> String {
        String(decoding: redaction.json(Data(text.utf8)), as: UTF8.self)
    }

    private func body(_ text: String, _ contentType: String?) -> String {
        String(decoding: Redaction.standard.body(Data(text.utf8), contentType: contentType), as: UTF8.self)
    }

    @Test func `an invalid byte beside a secret in an escaped string is kept`() {
        let body = Data(#"{"a":"\tpassword=abc "#.utf8) + [0xFF] + Data(#""}"#.utf8)
        let redacted = Data(#"{"a":"\tpassword={{secret}} "#.utf8) + [0xFF] + Data(#""}"#.utf8)
        #expect(Redaction.standard.json(body) == redacted)
    }

    @Test(arguments: [
        (#"{ "password" : "a\"b" , "id":1.50 }"#, #"{ "password" : "{{secret}}" , "id":1.50 }"#),
        (#"{"pass\u0077ord":"abc"}"#, #"{"pass\u0077ord":"{{secret}}"}"#),
        (
            #"{"a":[{"accessToken":"abc"},{"ACCESS_TOKEN":"d"}]}"#,
            #"{"a":[{"accessToken":"{{secret}}"},{"ACCESS_TOKEN":"{{secret}}"}]}"#
        ),
        (
            #"{"credentials":{"a":["x","}"],"b":{}},"id":1}"#,
            #"{"credentials":{"a":["{{secret}}","{{secret}}"],"b":{}},"id":1}"#
        ),
        (#"{"tokens":["a"],"auth_token":["a","b"]}"#, #"{"tokens":["a"],"auth_token":["{{secret}}","{{secret}}"]}"#),
        (#"{"otp":123456,"x":2}"#, #"{"otp":"{{secret}}","x":2}"#),
        (#"{"password":null,"token":true,"secret":""}"#, #"{"password":null,"token":true,"secret":""}"#),
        (#"{"code":"not_found","state":"open","key":"k"}"#, #"{"code":"not_found","state":"open","key":"k"}"#),
        (#"{"grant_type":"x","code":"abc"}"#, #"{"grant_type":"x","code":"{{secret}}"}"#),
        (
            #"{"newPassword":"abc","github_token":"d","nextPageToken":"e"}"#,
            #"{"newPassword":"{{secret}}","github_token":"{{secret}}","nextPageToken":"e"}"#
        ),
        (#"{"url":"https:\/\/u:p@h\/?sig=abc"}"#, #"{"url":"https:\/\/{{secret}}@h\/?sig={{secret}}"}"#),
        (#"{"log":"{\"password\":\"abc\"}","n":"a\/b"}"#, #"{"log":"{\"password\":\"{{secret}}\"}","n":"a\/b"}"#),
        (#"{"pem":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"}"#, #"{"pem":"{{secret}}\n"}"#),
        (#"{"password":"ab"#, #"{"password":"{{secret}}"#),
        (#"{"password":{"a":"b"#, #"{"password":{"a":"{{secret}}"#),
        (#"{"password":12"#, #"{"password":"{{secret}}""#),
        (#"{"password":"#, #"{"password":"#),
        (#"{"a":"Bearer abc.def"#, #"{"a":"Bearer {{secret}}"#),
        (#"{"a":1}\#n{"otp":"1"}"#, #"{"a":1}\#n{"otp":"{{secret}}"}"#),
        ("Error: password=abc", "Error: password={{secret}}"),
        ("", ""), ("\"", "\""), ("{", "{"), (#"{"a"#, #"{"a"#), (#"{"token"}"#, #"{"token"}"#),
    ])
    func `JSON is redacted, and every other byte is kept`(text: String, redacted: String) {
        #expect(json(text) == redacted)
        #expect(json(redacted) == redacted)
    }

    @Test func `a value that the user names is found in strings, keys and numbers`() {
        let redaction = Redaction.off.redacting(values: ["a\"b", "4711"])
        #expect(
            json(#"{"a\"b":"x a\u0022b","n":4711}"#, by: redaction)
                == #"{"{{secret}}":"x {{secret}}","n":"{{secret}}"}"#)
    }

    @Test func `JSON of any depth is redacted without exhausting the stack`() {
        let deep = String(repeating: #"{"a":["#, count: 20_000)
        #expect(json(deep + #"{"password":"abc"}"#) == deep + #"{"password":"{{secret}}"}"#)
        #expect(json(#"{"password":"# + deep + #"{"b":"c9"#) == #"{"password":"# + deep + #"{"b":"{{secret}}"#)
    }

    @Test(arguments: [
        (
            "grant_type=password&username=u&password=a%20b&code=c",
            "grant_type=password&username=u&password={{secret}}&code={{secret}}"
        ),
        ("client%5Fsecret=abc&client_id=1", "client%5Fsecret={{secret}}&client_id=1"),
        ("state=CA&zip=1", "state=CA&zip=1"),
        ("a&b=&=c&&token=x&", "a&b=&=c&&token={{secret}}&"),
    ])
    func `forms are redacted`(text: String, redacted: String) {
        #expect(Redaction.standard.form(text) == redacted)
        #expect(body(text, "application/x-www-form-urlencoded; charset=utf-8") == redacted)
    }

    @Test func `the fields and files of a multipart form are redacted`() {
        let form = { (password: String, inner: String) in
            "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(password)\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nNews\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"otp\":\"\(inner)\"}\r\n--B--\r\n"
        }
        #expect(body(form("a\r\nb", "123"), "multipart/form-data; boundary=B") == form("{{secret}}", "{{secret}}"))
    }

    @Test func `nested multipart forms are redacted without exhausting the stack`() {
        let nested = (0..<5_000).map { "--\($0)\r\nContent-Type: multipart/mixed; boundary=\($0 + 1)\r\n\r\n" }.joined()
        #expect(!body(nested + "password=abc", "multipart/mixed; boundary=0").contains("abc"))
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", nil, "nonsense", "application/json"])
    func `the first byte of a body counts more than its media type`(contentType: String?) {
        #expect(body(#" {"credentials":{"a":1}}"#, contentType) == #" {"credentials":{"a":"{{secret}}"}}"#)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
    func `text in wide characters is redacted`(encoding: String.Encoding) throws {
        let charset = [.utf16LittleEndian: "utf-16le", .utf16BigEndian: "utf-16be"][encoding] ?? "utf-8"
        let data = try #require(#"{"password":"abc"}"#.data(using: encoding))
        let redacted = Redaction.standard.body(data, contentType: "application/json; charset=\(charset)")
        #expect(String(data: redacted, encoding: encoding) == #"{"password":"{{secret}}"}"#)
    }

    @Test func `bytes that aren't text are kept`() {
        let data = Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(Redaction.standard.body(data, contentType: "application/octet-stream") == data)
        #expect(Redaction.standard.body(data, contentType: "image/png") == data)
    }

    @Test func `a secret is found in the midst of any bytes of a text`() {
        var fuzz = Fuzz(
            seed: 12,
            pieces: [
                "{", "}", "[", "]", ":", ",", "\"", "\"token\"", "\"a\"", "\\", "\\u00", "1", "true", "--B", "\r\n\r\n",
                "=", "&",
                "password", "Content-Disposition: form-data; name=\"pin\"", " ", "{{secret}}", "\"{{secret}}\"",
            ])
        let types = ["application/json", "text/html"]
        for round in 0..<5_000 {
            let body = Data(fuzz.bytes() + Array("\n\"password\":\"c4n4ry7x\"\n".utf8) + fuzz.bytes())
            let redacted = Redaction.standard.body(body, contentType: types[round % types.count])
            #expect(redacted.firstRange(of: Data("c4n4".utf8)) == nil, "\(String(decoding: redacted, as: UTF8.self))")
        }
    }

    @Test func `any bytes in wide characters are redacted without trapping`() {
        var fuzz = Fuzz(seed: 13, pieces: ["\0p", "\0", "p\0\0\0", "=", "\u{FEFF}"])
        for charset in ["utf-16", "utf-16le", "utf-32", "utf-32le"] {
            for _ in 0..<1_000 {
                let body = Data(fuzz.bytes())
                #expect(Redaction.standard.body(body, contentType: "text/plain; charset=\(charset)") == body)
            }
        }
    }

    @Test func `text in wide characters that is cut off is redacted`() {
        let body = Data(#"{"password":"abc"#.utf8.flatMap { [0, $0] } + [0])
        let redacted = Redaction.standard.body(body, contentType: "application/json; charset=utf-16")
        #expect(redacted == Data(#"{"password":"{{secret}}"#.utf8.flatMap { [0, $0] }))
    }
}
