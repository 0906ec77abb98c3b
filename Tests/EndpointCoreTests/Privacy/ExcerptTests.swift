import EndpointCore
import Foundation
import Testing

/// The excerpts of a redaction that shows values. Those of `Redaction.standard` are structure: see
/// `BodyStructureTests`.
@Suite struct ExcerptTests {
    private func excerpt(_ text: String, _ contentType: String? = nil, limit: Int = 512) -> String {
        Redaction.showingValues.excerpt(of: Data(text.utf8), contentType: contentType, limit: limit)
    }

    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("a\nb\tc\r\n\u{1B}[0m", #"a\nb\tc\r\n\u{1B}[0m"#),
        ("a\u{202E}b\u{2028}c", #"a\u{202E}b\u{2028}c"#),
        ("äöü 😀 👨‍👩‍👧", "äöü 😀 👨‍👩‍👧"),
    ])
    func `an excerpt shows a body on one line`(text: String, line: String) {
        #expect(excerpt(text) == line)
        #expect(Redaction.showingValues.line(text) == line)
    }

    @Test func `an excerpt is cut between characters and says how long the body is`() {
        #expect(excerpt("abcdef", limit: 6) == "abcdef")
        #expect(excerpt("abcdef", limit: 5) == "abcde… (6 bytes)")
        #expect(excerpt("aääää", limit: 4) == "aä… (9 bytes)")
        #expect(excerpt("👨‍👩‍👧👨‍👩‍👧", limit: 20) == "👨‍👩‍👧… (36 bytes)")
        #expect(excerpt("abc", limit: 0) == "<3 bytes>")
        #expect(excerpt("abc", limit: -1) == "<3 bytes>")
        #expect(excerpt("abc", limit: .max) == "abc")
    }

    @Test func `an excerpt describes a body that isn't text`() {
        let bytes = Data([0x89, 0x50, 0x4E, 0x47, 0xFF])
        #expect(Redaction.showingValues.excerpt(of: bytes, contentType: "image/png") == "<5 bytes of image/png>")
        #expect(Redaction.showingValues.excerpt(of: bytes, contentType: nil) == "<5 bytes>")
        #expect(
            Redaction.showingValues.excerpt(of: Data([0, 0x41]), contentType: "text/plain") == "<2 bytes of text/plain>"
        )
    }

    @Test func `an excerpt decodes other charsets that the media type names`() {
        let latin = Data([0x67, 0x72, 0xFC, 0x6E])
        #expect(Redaction.showingValues.excerpt(of: latin, contentType: "text/plain; charset=ISO-8859-1") == "grün")
        #expect(Redaction.showingValues.excerpt(of: latin, contentType: "text/plain") == "<4 bytes of text/plain>")
        let wide = "grün".data(using: .utf16) ?? Data()
        #expect(Redaction.showingValues.excerpt(of: wide, contentType: "text/plain") == "grün")
    }

    @Test func `an excerpt is redacted before it is cut`() {
        #expect(excerpt(#"{"password":"canary"}"#, limit: 18) == #"{"password":"{{sec… (21 bytes)"#)
        #expect(excerpt("Bearer canary-canary", limit: 11) == "Bearer {{se… (20 bytes)")
    }

    @Test func `an excerpt leaves out a secret that the end of the window cuts`() {
        let redaction = Redaction.showingValues.redacting(values: ["correct horse battery staple"])
        let secrets = [
            "correct horse battery staple", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2ln",
            "https://canary:battery@h/",
            "sk-battery-battery-battery", #""password": "battery", "#,
        ]
        for secret in secrets {
            for cut in 1..<secret.utf8.count {
                let before = #"{"token":""# + String(repeating: "x", count: 16_784 - 14 - cut) + #"","n":"#
                let body = Data((before + secret + String(repeating: " tail", count: 100)).utf8)
                let excerpt = redaction.excerpt(of: body, contentType: "application/json", limit: 100)
                #expect(
                    !["correct", "horse", "batt", "canary", "eyJ", "sk-b"].contains(where: excerpt.contains),
                    "\(excerpt)")
            }
        }
    }

    @Test func `an excerpt reads only the beginning of a body of 100 MB`() {
        let large = Data(#"{"password":"canary","text":""#.utf8) + Data(repeating: 0x61, count: 100_000_000)
        let excerpt = Redaction.showingValues.excerpt(of: large, contentType: "application/json")
        #expect(excerpt == #"{"password":"{{secret}}","text":"… (100000029 bytes)"#)
    }
}
