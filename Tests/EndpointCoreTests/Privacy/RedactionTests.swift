import EndpointCore
import Foundation
import Testing

@Suite struct RedactionTests {
    @Test func `describes and mirrors itself without its secrets`() {
        let redaction = Redaction.standard.redacting(values: ["canary-1"]).redacting(headers: ["X-Canary-2"])
        var dumped = ""
        dump(redaction, to: &dumped)
        let texts = [
            dumped, "\(redaction)", String(reflecting: redaction),
            "\(Mirror(reflecting: redaction).children.map(\.value))",
        ]
        #expect(texts.allSatisfy { !$0.contains("anary") })
        #expect(redaction.description == "Redaction(standard, 1 named fields, 1 named values)")
    }

    @Test func `builders return copies that differ`() {
        let redaction = Redaction.standard.redacting(values: ["abc"])
        #expect(redaction != .standard)
        #expect(redaction == Redaction.standard.redacting(values: ["abc", "", " "]))
        #expect(Set([redaction, .standard, .off, Redaction.standard.redacting(values: ["abc"])]).count == 3)
    }

    @Test func `replaces what the user names, whatever the case of the name`() {
        let redaction = Redaction.standard.redacting(headers: ["X-Tenant"]).redacting(queryNames: ["user-id"])
            .redacting(jsonKeys: ["eMail"])
        #expect(redaction.header("x-tenant", "acme") == "{{secret}}")
        #expect(redaction.form("userId=7&page=1") == "userId={{secret}}&page=1")
        #expect(
            String(decoding: redaction.json(Data(#"{"e_mail":"a@b.c","id":1}"#.utf8)), as: UTF8.self)
                == #"{"e_mail":"{{secret}}","id":1}"#)
        #expect(Redaction.standard.header("x-tenant", "acme") == "acme")
    }

    @Test func `off redacts only what the user names`() {
        #expect(Redaction.off.text("password=abc Bearer xyz") == "password=abc Bearer xyz")
        #expect(
            Redaction.off.redacting(values: ["abc"]).text("password=abc Bearer xyz") == "password={{secret}} Bearer xyz"
        )
    }
}
