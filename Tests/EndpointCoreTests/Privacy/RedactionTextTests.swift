import EndpointCore
import Foundation
import TestSupport
import Testing

@Suite struct TextRedactionTests {
    @Test(arguments: [
        ("Authorization: Bearer abc def\nHost: h", "Authorization: Bearer {{secret}}\nHost: h"),
        (
            "curl -H 'Authorization: Bearer abc' -H 'Cookie: a=b; c=d' https://u:p@h/",
            "curl -H 'Authorization: Bearer {{secret}}' -H 'Cookie: {{secret}}' https://{{secret}}@h/"
        ),
        ("sent bearer abc.def, got 401", "sent bearer {{secret}}, got 401"),
        ("Basic dXNlcjpwYXNz", "Basic {{secret}}"),
        (
            "Bearer token expired, see Basic authentication and basic plans",
            "Bearer token expired, see Basic authentication and basic plans"
        ),
        ("password=hunter2&x=1", "password={{secret}}&x=1"),
        ("Server=db;Password=a,b;c end", "Server=db;Password={{secret}} end"),
        ("got {token=abc, id=1}", "got {token={{secret}}, id=1}"),
        ("password: 'a b' x", "password: '{{secret}}' x"),
        (#"body {"password": "a\"b", "id": 1}"#, #"body {"password": "{{secret}}", "id": 1}"#),
        (
            #"data: {"credentials": {"user": "u", "p": "}"}, "x": 1}"#,
            #"data: {"credentials": {"user": "{{secret}}", "p": "{{secret}}"}, "x": 1}"#
        ),
        (#"raw {\"otp\":\"123\",\"x\":1}"#, #"raw {\"otp\":\"{{secret}}\",\"x\":1}"#),
        ("<a:password>abc</a:password><id>1</id>", "<a:password>{{secret}}</a:password><id>1</id>"),
        ("X-Api-Key: abc, total_tokens: 12", "X-Api-Key: {{secret}}, total_tokens: 12"),
        ("password = nil, token: null", "password = nil, token: null"),
        ("see https://h/?sig=abc.", "see https://h/?sig={{secret}}"),
        ("\"name\" is missing at User.token (root)", "\"name\" is missing at User.token (root)"),
        ("", ""), ("=", "="), (":", ":"), ("password=", "password="), ("password:", "password:"),
    ])
    func `secrets beside their names are replaced`(text: String, redacted: String) {
        #expect(Redaction.standard.text(text) == redacted)
        #expect(Redaction.standard.text(redacted) == redacted)
    }

    @Test(arguments: [
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        "sk-proj-0123456789abcdef", "sk_live_0123456789", "rk_live_0123456789", "whsec_0123456789",
        "ghp_0123456789abcdef0123", "gho_0123456789abcdef0123", "ghs_0123456789abcdef0123",
        "github_pat_0123456789abcdef", "glpat-0123456789abcdef", "xoxb-0123456789", "AKIAIOSFODNN7EXAMPLE",
        "ASIAIOSFODNN7EXAMPLE", "AIza0123456789abcdefghijklmnopqrstuvwxy", "SG.0123456789abcdef.0123456789",
        "npm_0123456789abcdef0123456789abcdef0123", "ya29.0123456789abcdef",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl",
    ])
    func `credentials are recognised by their format, wherever they are`(secret: String) {
        #expect(Redaction.standard.text("is \(secret)") == "is {{secret}}")
        #expect(Redaction.standard.header("X-Note", "(\(secret)") == "({{secret}}")
        #expect(Redaction.standard.text("%20\(secret)") == "%20{{secret}}")
        #expect(Redaction.off.text("is \(secret)") == "is \(secret)")
    }

    @Test(arguments: [
        "risk-management-and-more", "task-0123456789abcdef", "eyJpZCI6MTAwfQ", "AKIA", "SG.", "npm_config_registry",
        "ghp_",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", "tokens: 12", "1 + 1 = 2", "a ? b : c",
    ])
    func `a text that only resembles a credential isn't changed`(text: String) {
        #expect(Redaction.standard.text(text) == text)
    }

    @Test(arguments: [
        "p@ss/w+rd ü%", "p%40ss%2Fw%2Brd%20%C3%BC%25", "p%40ss%2fw%2brd+%c3%bc%25", "p@ss\\/w+rd ü%",
        "p@ss/w%2Brd ü%25",
        "cEBzcy93K3JkIMO8JQ==", "IHBAc3MvdytyZCDDvCU=", "ICBwQHNzL3crcmQgw7wl", "IHBAc3MvdytyZCDDvCUg",
        "cEBzcy93K3JkIMO8JSAg",
    ])
    func `a value that the user names is found in every encoding`(text: String) {
        let redacted = Redaction.standard.redacting(values: ["p@ss/w+rd ü%"]).text("<\(text)>")
        #expect(redacted.contains("{{secret}}"))
        #expect(redacted.count <= "<{{secret}}>".count + 5)
        #expect(Redaction.standard.text("<\(text)>") == "<\(text)>")
    }

    @Test func `base64 in the middle of longer base64 is found`() {
        let redaction = Redaction.off.redacting(values: ["canary-secret"])
        for prefix in 0..<6 {
            for suffix in 0..<4 {
                let text =
                    String(repeating: "a", count: prefix) + "canary-secret" + String(repeating: "z", count: suffix)
                let redacted = redaction.text(Data(text.utf8).base64EncodedString())
                #expect(redacted.contains("{{secret}}"))
            }
        }
    }

    @Test func `redacting twice gives the same as once, whatever the user names`() {
        let redaction = Redaction.standard.redacting(values: ["secret", "{", "cr"])
        let once = redaction.text("a secret { password=crab")
        #expect(redaction.text(once) == once)
    }

    @Test func `a secret within any text is found`() {
        var fuzz = Fuzz(
            seed: 11,
            pieces: [
                "password", "=", ":", "\"", "'", "\\", " ", "&", "?", "#", "/", "://", "@", "<", ">", ";", "Bearer ",
                "eyJabcdefgh",
                ".", "sk-", "-----BEGIN RSA PRIVATE KEY-----", "{", "}", "{{secret}}", "%", "%7", "token", "\n",
                "Authorization: ", "code=",
            ])
        let redaction = Redaction.standard.redacting(values: ["wort"])
        for _ in 0..<5_000 {
            let redacted = redaction.text("\(fuzz.text())\npassword=c4n4ry7x\n\(fuzz.text())")
            #expect(!redacted.contains("c4n4"), "\(redacted)")
        }
    }
}
