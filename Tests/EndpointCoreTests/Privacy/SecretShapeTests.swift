import Foundation
import Testing

@testable import EndpointCore

@Suite struct SecretShapeTests {
    private func json(_ name: String, _ value: String) -> String {
        String(decoding: Redaction.standard.json(Data(#"{"\#(name)":"\#(value)"}"#.utf8)), as: UTF8.self)
    }

    private static let sentence =
        String(repeating: "The password must be at least 8 characters. ", count: 6) + "Really."

    private static let harmless = [
        ("password", "Passwort"), ("password", "The password must be at least 8 characters."),
        ("password", "New password:"),
        ("access_token", "Token"), ("token", "USDC"), ("token", "ABCDEFGHI"),
        ("token", sentence),
        ("otp", "required"), ("otp", "REQUIRED"), ("key", "created_at"), ("key", "ED-1234"), ("key", "123456789012"),
        ("key", "aBcdeFghij"), ("time_signature", "4/4"), ("password_hint", "two words"), ("token", "ABCDEFGHIJ"),
        ("otp", "Required"),
    ]

    @Test(arguments: harmless)
    func `a label, a sentence or a word isn't a secret`(name: String, value: String) {
        #expect(json(name, value) == #"{"\#(name)":"\#(value)"}"#)
    }

    private static let secrets = [
        ("password", "Passwort1"), ("password", "password 2x"), ("password", "two words"),
        ("password", "dTpiNGNrLTMzMTAtMjI/"), ("password", sentence),
        ("access_token", " two words"), ("access_token", "two words "),
        ("key", "12345678901234567"), ("key", "q1w2e3r4"), ("token", "abcdefg-2"), ("pin", "4839"),
    ]

    @Test(arguments: secrets)
    func `a value that is almost a label, a sentence or a word is a secret`(name: String, value: String) {
        #expect(json(name, value) == #"{"\#(name)":"{{secret}}"}"#)
    }

    @Test func `a number is a secret only under the name of secrets`() {
        let text = #"{"token":12345,"key":123456,"access_token":-12345,"pin":1}"#
        let redacted = String(decoding: Redaction.standard.json(Data(text.utf8)), as: UTF8.self)
        #expect(redacted == #"{"token":12345,"key":123456,"access_token":"{{secret}}","pin":"{{secret}}"}"#)
    }

    @Test func `a person's word counts as a label only in text for people`() {
        #expect(
            Redaction.standard.form("password=password&token[key]=created_at")
                == "password={{secret}}&token[key]=created_at")
        #expect(
            Redaction.standard.urlText("/a?key=created_at&session=opening-keynote")
                == "/a?key=created_at&session=opening-keynote")
    }

    @Test(arguments: [
        ("q1w2e3r4", true), ("q1w2e3r", false), ("abcdefghijk1", false), ("12345678901a", true), ("-q1w2e3r4", true),
        ("see q1w2e3r4t5y6", false), ("photos/2024/a.jpg", false), ("ED-12345", false), ("report-final-v2.csv", false),
        ("0x12ab34cd56ef78", false), ("0b6f3a1e-5f1c-4a39-9d0b-7c1f6a0d9e11", true), ("%71%31%77%32%65%33%72%34", true),
        ("1234567890123456", false), ("12345678901234567", true),
    ])
    func `random are eight characters in which letters and digits are mixed`(text: String, isRandom: Bool) {
        #expect(SecretShape.isRandom(Array(text.utf8)[...]) == isRandom)
    }
}
