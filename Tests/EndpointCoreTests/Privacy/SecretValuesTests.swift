import Foundation
import Testing

@testable import EndpointCore

@Suite struct SecretValuesTests {
    private let redaction = Redaction.off.redacting(values: ["canary-jk/1"])

    private static let forms = [
        "canary-jk/1", #"canary-jk\/1"#, "canary%2Djk%2F1", "canary%252Djk%252f1",
        "63616e6172792d6a6b2f31", "63616E6172792D6A6B2F31",
        #"\u0063\u0061\u006e\u0061\u0072\u0079\u002d\u006a\u006b\u002f\u0031"#,
        #"\u0063\u0061\u006E\u0061\u0072\u0079\u002D\u006A\u006B\u002F\u0031"#,
        "&#99;&#97;&#110;ary-jk&sol;1", "&#x000063;anary-jk/1", "&#X63;anary-jk/1", "canary-jk&amp;sol;1",
    ]

    @Test(arguments: forms)
    func `a named value is found in every form`(form: String) {
        #expect(redaction.text("<\(form)>") == "<{{secret}}>")
    }

    @Test func `a named value is found in base64 of base64, wherever it begins`() {
        for inner in 0..<3 {
            for outer in 0..<3 {
                let once = Data((String(repeating: "x", count: inner) + "canary-jk/1 tail").utf8).base64EncodedString()
                let twice = Data((String(repeating: "x", count: outer) + once).utf8).base64EncodedString()
                #expect(redaction.text(twice).contains("{{secret}}"), "\(inner) \(outer)")
            }
        }
    }

    @Test func `base64 is replaced with the characters that hold bits of the secret`() {
        let encoded = Data("canary-jk/1".utf8).base64EncodedString()
        #expect(redaction.text("<\(encoded)>") == "<{{secret}}=>")
        #expect(encoded.hasSuffix("="))
    }

    @Test func `a value of six bytes is searched for in base64 and hexadecimal, one of five isn't`() {
        let six = Redaction.off.redacting(values: ["s3same"]), five = Redaction.off.redacting(values: ["s3sam"])
        #expect(six.text("czNzYW1l 733373616d65") == "{{secret}} {{secret}}")
        #expect(five.text("czNzYW0= 733373616d") == "czNzYW0= 733373616d")
    }

    @Test func `a named value may begin with any byte`() {
        let redaction = Redaction.off.redacting(values: ["éclair-7", "%percent-7", "{brace-7"])
        let text = "éclair-7 %C3%A9clair-7 %25percent-7 {brace-7 \u{1F512} eclair-7"
        #expect(redaction.text(text) == "{{secret}} {{secret}} {{secret}} {{secret}} \u{1F512} eclair-7")
    }
}
