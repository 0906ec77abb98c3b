import EndpointCore
import Foundation
import Testing

@Suite struct RedactionTests {
    @Test func `a redaction's description and mirror don't show its secrets`() {
        let redaction = Redaction.standard.redacting(values: ["canary-1"]).redacting(headers: ["X-Canary-2"])
        var dumped = ""
        dump(redaction, to: &dumped)
        let texts = [
            dumped, "\(redaction)", String(reflecting: redaction),
            "\(Mirror(reflecting: redaction).children.map(\.value))",
        ]
        #expect(texts.allSatisfy { !$0.contains("anary") })
        #expect(redaction.description == "Redaction(standard, 1 named field, 1 named value)")
    }

    @Test func `builders return copies that differ`() {
        let redaction = Redaction.standard.redacting(values: ["abc"])
        #expect(redaction != .standard)
        #expect(redaction == Redaction.standard.redacting(values: ["abc", "", " "]))
        #expect(Set([redaction, .standard, .off, Redaction.standard.redacting(values: ["abc"])]).count == 3)
    }

    @Test func `values that the user names are replaced, whatever the case of their names`() {
        let redaction = Redaction.standard.redacting(headers: ["X-Tenant"]).redacting(queryNames: ["user-id"])
            .redacting(jsonKeys: ["eMail"])
        #expect(redaction.header("x-tenant", "acme") == "{{secret}}")
        #expect(redaction.form("userId=7&page=1") == "userId={{secret}}&page=1")
        #expect(
            String(decoding: redaction.json(Data(#"{"e_mail":"a@b.c","id":1}"#.utf8)), as: UTF8.self)
                == #"{"e_mail":"{{secret}}","id":1}"#)
        #expect(Redaction.standard.header("x-tenant", "acme") == "acme")
    }

    @Test func `redaction off replaces only what the user names`() {
        #expect(Redaction.off.text("password=abc Bearer xyz") == "password=abc Bearer xyz")
        #expect(
            Redaction.off.redacting(values: ["abc"]).text("password=abc Bearer xyz") == "password={{secret}} Bearer xyz"
        )
    }
}

@Suite struct HeaderRedactionTests {
    @Test(arguments: [
        "Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie", "X-Api-Key", "apikey", "api-key",
        "X-Auth-Token",
        "x-csrf-token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key", "DPoP", "Private-Token",
        "Stripe-Signature",
        "X-My-Secret-Thing", "X-Hub-Signature-256", "Old-Password", "My-Api-Access-Key",
    ])
    func `the headers with secrets are known`(name: String) {
        #expect(Redaction.standard.isSecret(header: name))
        #expect(!Redaction.off.isSecret(header: name))
        #expect(!Redaction.standard.header(name, "canary").contains("canary"))
    }

    @Test(arguments: [
        "Content-Type", "Accept", "WWW-Authenticate", "ETag", "Location", "Link", "Host", "User-Agent", "Key-Count",
        "X-Request-Id",
    ])
    func `headers without secrets aren't changed`(name: String) {
        #expect(!Redaction.standard.isSecret(header: name))
        #expect(Redaction.standard.header(name, "plain; value=1") == "plain; value=1")
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc", "Bearer {{secret}}"),
        ("Authorization", "Digest username=\"u\", response=\"r\"", "Digest {{secret}}"),
        ("authorization", "abc", "{{secret}}"),
        ("Authorization", "my secret", "{{secret}}"),
        ("Authorization", "", ""),
        ("Cookie", "a=1; b=2;c", "a={{secret}}; b={{secret}};{{secret}}"),
        ("Set-Cookie", "sid=abc==; Path=/; HttpOnly; SameSite=Lax", "sid={{secret}}; Path=/; HttpOnly; SameSite=Lax"),
        (
            "Set-Cookie", "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Secure, b=2,3; Max-Age=5\nc=4",
            "a={{secret}}; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Secure, b={{secret}},{{secret}}; Max-Age=5\nc={{secret}}"
        ),
        ("Set-Cookie", "path=abc; Unknown=def", "path={{secret}}; Unknown={{secret}}"),
        ("X-Api-Key", "a b, c", "{{secret}}"),
        (
            "Location", "https://u:p@h/cb?code=abc&state=x#access_token=y",
            "https://{{secret}}@h/cb?code={{secret}}&state={{secret}}#access_token={{secret}}"
        ),
        ("Link", "<https://h/?token=abc&page=2>; rel=\"next\"", "<https://h/?token={{secret}}&page=2>; rel=\"next\""),
        (
            "WWW-Authenticate", "Bearer realm=\"x\", error=\"invalid_token\"",
            "Bearer realm=\"x\", error=\"invalid_token\""
        ),
    ])
    func `the useful part of a secret header is kept and the rest replaced`(
        name: String, value: String, redacted: String
    ) {
        #expect(Redaction.standard.header(name, value) == redacted)
        #expect(Redaction.standard.header(name, redacted) == redacted)
    }

    @Test func `a name that the user keeps isn't a secret, as a header or as a cookie`() {
        let redaction = Redaction.standard.keeping(names: ["u_id", "X-Api-Key"])
        #expect(redaction.header("Cookie", "uid=abc; sid=def") == "uid=abc; sid={{secret}}")
        #expect(redaction.header("x-api-key", "abc-93jf93") == "abc-93jf93")
    }

    @Test(arguments: ["X-Pin", "Pin", "X-Sid", "x-pwd"])
    func `a header with the name of a secret has one, with or without an X in front`(name: String) {
        #expect(Redaction.standard.header(name, "4839") == "{{secret}}")
    }

    @Test func `all headers are redacted at once`() {
        let headers: HeaderFields = ["Authorization": "Basic abc", "Accept": "*/*"]
        #expect(Redaction.standard.headers(headers) == ["Authorization": "Basic {{secret}}", "Accept": "*/*"])
    }
}
