import EndpointPolicy
import TestSupport
import Testing

@Suite struct AuthorizationTests {
    @Test func `basic credentials are in Base64 and UTF-8`() throws {
        let authorization = try Authorization.basic(user: "Aladdin", password: "open sesame")
        #expect(authorization.name == "Authorization")
        #expect(authorization.value == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try Authorization.basic(user: "test", password: "123£").value == "Basic dGVzdDoxMjPCow==")
    }

    @Test func `a password may hold colons and a user name may not`() throws {
        #expect(try Authorization.basic(user: "a", password: "b:c").value == "Basic YTpiOmM=")
        #expect(throws: CredentialError.unsendable) { try Authorization.basic(user: "a:b", password: "c") }
    }

    @Test(arguments: ["\n", "\u{0}", "a\u{7F}", "\r\nX: y"])
    func `control characters are refused everywhere`(text: String) {
        #expect(throws: CredentialError.unsendable) { try Authorization.basic(user: text, password: "p") }
        #expect(throws: CredentialError.unsendable) { try Authorization.basic(user: "u", password: text) }
        #expect(throws: CredentialError.unsendable) { try Authorization.bearer(text) }
        #expect(throws: CredentialError.unsendable) { try Authorization.header("X-Key", text) }
        #expect(throws: CredentialError.unsendable) { try Authorization.header(text, "key") }
    }

    @Test(arguments: ["", "a b", "é"])
    func `a bearer token is visible ASCII without blanks`(token: String) {
        #expect(throws: CredentialError.unsendable) { try Authorization.bearer(token) }
    }

    @Test func `no text form shows the secret`() throws {
        let authorization = try Authorization.header("X-API-Key", "s3cret")
        var dumped = ""
        dump(authorization, to: &dumped)
        for text in ["\(authorization)", String(reflecting: authorization), dumped] {
            #expect(!text.contains("s3cret") && text.contains("X-API-Key"))
        }
    }
}
