import EndpointCore
import Foundation
import Testing

@testable import EndpointPrivacy

@Suite struct JSONRedactorTests {
    /// For each prefix of letters and digits, the shortest credential: one word, as most harmless strings are.
    private static let words = CredentialFormat.all.flatMap { format in
        let letters = String(repeating: "A0", count: format.least).prefix(format.least)
        return format.prefixes.inOrder.map { $0 + letters }
    }.filter { $0.allSatisfy { $0.isLetter || $0.isNumber } }

    @Test func `a credential that is one word is found in a string with a harmless name`() {
        #expect(Self.words.map(\.count).min() == 20)
        #expect(Self.words.count > 4)
        for word in Self.words {
            for json in [#"{"note":"\#(word)"}"#, #"["\#(word)"]"#] {
                let redacted = String(decoding: Redaction.standard.json(Data(json.utf8)), as: UTF8.self)
                #expect(redacted == json.replacingOccurrences(of: word, with: "{{secret}}"))
            }
        }
    }

    private func json(_ text: String, by redaction: Redaction = .standard) -> String {
        String(decoding: redaction.json(Data(text.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"symbol":"USDC","value":"s3same-x"}"#, #"{"symbol":"USDC","value":"{{secret}}"}"#),
        (#"{"symbol":"USDC","id":"q1w2e3r4t5y6u7i8"}"#, #"{"symbol":"USDC","id":"{{secret}}"}"#),
        (#"{"credentials":{"a":"b"},"owner":"Ann"}"#, #"{"credentials":"{{secret}}","owner":"Ann"}"#),
    ])
    func `in a thing with the name of a secret, only what looks like one is a secret`(thing: String, redacted: String) {
        #expect(json(#"{"token":\#(thing),"id":1}"#) == #"{"token":\#(redacted),"id":1}"#)
    }

    @Test func `a thing within a thing does not change the name of the secret`() {
        var names: [String] = []
        let replacement = SecretReplacement { secret in
            names.append(secret.name)
            return nil
        } placeholderEnd: { _, _ in
            nil
        }
        let text = #"{"token":{"secret":{"owner":"Ann"},"id":"q1w2e3r4t5y6u7i8"}}"#
        _ = Redactor(.standard, replacing: replacement).json(Array(text.utf8))
        #expect(names == ["token"])
    }

    @Test func `beside the tokens of a language model stand secrets all the same`() {
        #expect(json(#"{"token":"Hello","logprob":-0.1}"#) == #"{"token":"Hello","logprob":-0.1}"#)
        #expect(
            json(#"{"token":"q1w2e3r4t5y6u7i8","logprob":-0.1}"#) == #"{"token":"{{secret}}","logprob":-0.1}"#)
        #expect(json(#"{"password":"hunter2","logprob":-0.1}"#) == #"{"password":"{{secret}}","logprob":-0.1}"#)
    }

    @Test func `a short number under the name of a token is a secret if the user has named it`() {
        #expect(json(#"{"token":4711}"#) == #"{"token":4711}"#)
        #expect(json(#"{"token":4711}"#, by: .standard.redacting(values: ["4711"])) == #"{"token":"{{secret}}"}"#)
    }

    @Test func `nothing in the text at a place that the user keeps is a secret`() {
        let text = #"{"note":"password=abc-9","other":"{{secret}}"}"#
        #expect(json(text, by: .standard.keeping(jsonPaths: ["$.note"])) == text)
    }
}
