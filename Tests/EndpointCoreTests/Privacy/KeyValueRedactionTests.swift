import EndpointCore
import Testing

@Suite struct KeyValueRedactionTests {
    private static let attributes = String(repeating: #"class="field" "#, count: 10)

    @Test(arguments: [
        ("sent X-Auth=93jf93jf93", "sent X-Auth={{secret}}"), ("> X-Auth: 93jf93jf93", "> X-Auth: {{secret}}"),
        (#"data: {"token": "q1w2e3r4t5y6u7i8", "logprob": -0.1}"#, #"data: {"token": "{{secret}}", "logprob": -0.1}"#),
        ("access_token: swordfishes are", "access_token: {{secret}} are"), ("password: no", "password: {{secret}}"),
        ("<password \(attributes)>hunter2-x</password>", "<password \(attributes)>{{secret}}</password>"),
        ("<pin><![CDATA[4839<1]]></pin>", "<pin><![CDATA[{{secret}}]]></pin>"),
        (#"sent {"otp": 123456, "a": 1}"#, #"sent {"otp": "{{secret}}", "a": 1}"#),
    ])
    func `a value beside the name of a secret is a secret`(text: String, redacted: String) {
        #expect(Redaction.standard.text(text) == redacted)
        #expect(Redaction.standard.text(redacted) == redacted)
    }

    @Test(arguments: [
        "Secret: how to pick one", "Password: required.", "password: (optional)", "Secret: gardens of the city",
        #"data: {"token": "Hello", "logprob": -0.1}"#, #"sent {"token": {"type": "string", "maxLength": 12}} to it"#,
        #"sent {"token": 123, "key": 12345} to it"#, #"<password type="text"/>Ann"#, "tokens: 12",
    ])
    func `prose, schemas and short numbers aren't secrets`(text: String) {
        #expect(Redaction.standard.text(text) == text)
    }

    @Test func `the first word after a name that the user has added is a secret`() {
        #expect(Redaction.standard.redacting(jsonKeys: ["pet"]).text("pet: the dog") == "pet: {{secret}} dog")
    }
}
