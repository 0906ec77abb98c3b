import EndpointCore
import Foundation
import Testing

@Suite struct SecretObjectTests {
    private func json(_ text: String, by redaction: Redaction = .standard) -> String {
        String(decoding: redaction.json(Data(text.utf8)), as: UTF8.self)
    }

    private static let description = String(repeating: "What the user has chosen. ", count: 4)

    @Test(arguments: [
        #"{"password":{"type":["string","null"]}}"#, #"{"password":{"description":"\#(description)","type":"string"}}"#,
        #"{"password":{"$ref":"a"}}"#, #"{"password":{}}"#, #"{"password":["New password","Password too short"]}"#,
    ])
    func `a schema or a list of sentences isn't a secret`(text: String) {
        #expect(json(text) == text)
    }

    @Test func `an object under a name that the user has added is a secret, whatever it holds`() {
        let redaction = Redaction.standard.redacting(jsonKeys: ["pet"])
        #expect(json(#"{"pet":{"type":"string"}}"#, by: redaction) == #"{"pet":{"type":"{{secret}}"}}"#)
    }

    @Test func `each text of a list is judged alone`() {
        #expect(json(#"{"password":["Password","hunter2-x"]}"#) == #"{"password":["Password","{{secret}}"]}"#)
    }
}
