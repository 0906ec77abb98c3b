import EndpointCore
import Foundation
import Testing

@testable import EndpointPrivacy

@Suite struct SecretShapeTests {
    private func json(_ name: String, _ value: String) -> String {
        String(decoding: Redaction.standard.json(Data(#"{"\#(name)":"\#(value)"}"#.utf8)), as: UTF8.self)
    }

    private static let sentence =
        String(repeating: "The password must be at least 8 characters. ", count: 6) + "Really."

    private static let harmless = [
        ("password", "Passwort"), ("password", "The password must be at least 8 characters."),
        ("password", "New password:"),
        ("access_token", "Token"), ("access_token", "two words"), ("token", "USDC"), ("token", "ABCDEFGHI"),
        ("token", sentence),
        ("otp", "required"), ("otp", "REQUIRED"), ("key", "created_at"), ("key", "ED-1234"), ("key", "123456789012"),
        ("key", "aBcdeFghij"), ("time_signature", "4/4"), ("password_hint", "two words"),
    ]

    @Test(arguments: harmless)
    func `a label, a sentence or a word is no secret`(name: String, value: String) {
        #expect(json(name, value) == #"{"\#(name)":"\#(value)"}"#)
    }

    private static let secrets = [
        ("password", "Passwort1"), ("password", "password 2x"), ("password", "two words"), ("password", sentence),
        ("access_token", " two words"), ("access_token", "two words "), ("token", "ABCDEFGHIJ"), ("otp", "abcdEfghijk"),
        ("key", "1234567890123"), ("key", "aBcdeFgh"), ("password[text]", "two words"), ("pin", "4839"),
    ]

    @Test(arguments: secrets)
    func `what is nearly one is a secret`(name: String, value: String) {
        #expect(json(name, value) == #"{"\#(name)":"{{secret}}"}"#)
    }

    @Test func `a number of a token has at most five digits`() {
        let text = #"{"token":12345,"key":123456,"secret":-12345}"#
        let redacted = String(decoding: Redaction.standard.json(Data(text.utf8)), as: UTF8.self)
        #expect(redacted == #"{"token":12345,"key":"{{secret}}","secret":"{{secret}}"}"#)
    }

    @Test func `a person's word is a label only in a text that people read`() {
        #expect(
            Redaction.standard.form("password=password&token[key]=created_at")
                == "password={{secret}}&token[key]={{secret}}")
        #expect(
            Redaction.standard.urlText("/a?key=created_at&session=opening-keynote")
                == "/a?key=created_at&session=opening-keynote")
    }

    @Test(arguments: [
        ("q1w2e3r4t5y6", true), ("q1w2e3r4t5y", false), ("abcdefghijk1", false), ("abcdefghij12", true),
        ("12345678901a", false),
        ("-q1w2e3r4t5y6", true), ("q1w2e3-r4t5y6", false), ("see q1w2e3r4t5y6", false), ("a/q1w2e3r4t5y6", false),
        ("0x12ab34cd56ef78", false), ("0b6f3a1e-5f1c-4a39-9d0b-7c1f6a0d9e11", false),
        ("0b6f3a1e-5f1c-4a39-9d0b-7c1f6a0d9e1z", true),
    ])
    func `random is a run of twelve letters and digits, which is no address and no UUID`(text: String, isRandom: Bool) {
        #expect(SecretShape.isRandom(Array(text.utf8)[...]) == isRandom)
    }
}
