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
}
