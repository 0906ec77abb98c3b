import TestSupport
import Testing

@testable import EndpointClient

@Suite struct CredentialTests {
    @Test func `basic credentials are in Base64 and UTF-8`() throws {
        let credential = Credential.basic(user: "Aladdin", password: "open sesame")
        #expect(credential.name == "Authorization")
        #expect(try credential.headerValue() == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try Credential.basic(user: "test", password: "123£").headerValue() == "Basic dGVzdDoxMjPCow==")
    }

    @Test func `a password may contain colons, but a user name may not`() throws {
        #expect(try Credential.basic(user: "a", password: "b:c").headerValue() == "Basic YTpiOmM=")
        #expect(throws: CredentialError.unsendable) { try Credential.basic(user: "a:b", password: "c").headerValue() }
    }

    @Test(arguments: ["\n", "\u{0}", "a\u{7F}", "\r\nX: y"])
    func `control characters are refused everywhere`(text: String) {
        #expect(throws: CredentialError.unsendable) { try Credential.basic(user: text, password: "p").headerValue() }
        #expect(throws: CredentialError.unsendable) { try Credential.basic(user: "u", password: text).headerValue() }
        #expect(throws: CredentialError.unsendable) { try Credential.bearer(text).headerValue() }
        #expect(throws: CredentialError.unsendable) { try Credential.header("X-Key", text).headerValue() }
        #expect(throws: CredentialError.unsendable) { try Credential.header(text, "key").headerValue() }
    }

    @Test func `an empty token or key says so, and so does one with a line break`() {
        #expect(throws: CredentialError.empty) { try Credential.bearer("").headerValue() }
        #expect(throws: CredentialError.empty) { try Credential.header("X-Key", "").headerValue() }
        #expect("\(Credential.bearer(""))" == "The credential is empty: its token or key has no characters.")
        let sentence =
            "The credential contains a character that cannot be sent, such as a line break at its end: remove it."
        #expect("\(Credential.bearer("canary\n"))" == sentence)
        #expect("\(Credential.header("X-Key", "canary\r\n"))" == sentence)
    }

    @Test(arguments: ["a b", "é"])
    func `a bearer token is visible ASCII without spaces`(token: String) {
        #expect(throws: CredentialError.unsendable) { try Credential.bearer(token).headerValue() }
    }

    @Test func `no text of a credential shows its secret`() throws {
        let credential = Credential.header("X-API-Key", "s3cret")
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] {
            #expect(!text.contains("s3cret") && text.contains("X-API-Key"))
        }
    }

    @Test func `the description of an unsendable credential says so`() {
        #expect("\(Credential.bearer("a b"))" == "\(CredentialError.unsendable)")
    }
}

@Suite struct ExpiringCredentialTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    @Test func `a lifetime counts from the arrival or ends at a date`() {
        #expect(ExpiringCredential(.bearer("t")).lifetime(at: now) == nil)
        #expect(ExpiringCredential(.bearer("t"), expiresIn: .seconds(60)).lifetime(at: now) == .seconds(60))
        #expect(ExpiringCredential(.bearer("t"), expiresAt: now + 90).lifetime(at: now) == .seconds(90))
        #expect(ExpiringCredential(.bearer("t"), expiresAt: now - 90).lifetime(at: now) == .seconds(-90))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a remote or invalid end date gives a finite lifetime`(
        seconds: Double
    ) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let lifetime = try #require(ExpiringCredential(.bearer("t"), expiresAt: date).lifetime(at: now))
        #expect(abs(lifetime.components.seconds) <= 1_000_000_000)
    }
}
