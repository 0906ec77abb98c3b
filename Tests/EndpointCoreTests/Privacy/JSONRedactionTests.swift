import Foundation
import Testing

@testable import EndpointCore

@Suite struct JSONRedactionTests {
    private static let words = [
        "AKIAIOSFODNN7EXAMPLE", "ATATT3xFfGF0abcdefghijklmn", "SK0123456789abcdef0123456789abcdef",
        "AIza0123456789abcdefghijklmnopqrstuvwxy", "dapi3f1c9f0d5b7e4e0c8a2d6f9b1c3e5a7d",
    ]

    @Test(arguments: words)
    func `a credential of one word is found in a string with a harmless name`(word: String) {
        for json in [#"{"note":"\#(word)"}"#, #"["\#(word)"]"#] {
            let redacted = String(decoding: Redaction.standard.json(Data(json.utf8)), as: UTF8.self)
            #expect(redacted == json.replacingOccurrences(of: word, with: "{{secret}}"))
        }
    }

    private func json(_ text: String, by redaction: Redaction = .standard) -> String {
        String(decoding: redaction.json(Data(text.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"symbol":"USDC","value":"s3same-x"}"#, #"{"symbol":"USDC","value":"{{secret}}"}"#),
        (#"{"symbol":"USDC","id":"q1w2e3r4t5y6u7i8"}"#, #"{"symbol":"USDC","id":"q1w2e3r4t5y6u7i8"}"#),
        (#"{"credentials":{"a":"b"},"owner":"Ann"}"#, #"{"credentials":{"a":"{{secret}}"},"owner":"Ann"}"#),
    ])
    func `only values that look like secrets are redacted in an object with a secret's name`(
        thing: String, redacted: String
    ) {
        #expect(json(#"{"token":\#(thing),"id":1}"#) == #"{"token":\#(redacted),"id":1}"#)
    }

    @Test func `secrets beside a language model's tokens are redacted`() {
        #expect(json(#"{"token":"Hello","logprob":-0.1}"#) == #"{"token":"Hello","logprob":-0.1}"#)
        #expect(
            json(#"{"token":"q1w2e3r4t5y6u7i8","logprob":-0.1}"#) == #"{"token":"{{secret}}","logprob":-0.1}"#)
        #expect(json(#"{"password":"hunter2","logprob":-0.1}"#) == #"{"password":"{{secret}}","logprob":-0.1}"#)
    }

    @Test func `a short number named token is a secret if the user names it`() {
        #expect(json(#"{"token":4711}"#) == #"{"token":4711}"#)
        #expect(json(#"{"token":4711}"#, by: .standard.redacting(values: ["4711"])) == #"{"token":"{{secret}}"}"#)
    }

    @Test func `no part of the text at a path that the user keeps is a secret`() {
        let text = #"{"note":"password=abc-9","other":"{{secret}}"}"#
        #expect(json(text, by: .standard.keeping(jsonPaths: ["$.note"])) == text)
    }
}
