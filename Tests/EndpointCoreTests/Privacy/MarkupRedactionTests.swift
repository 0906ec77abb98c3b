import EndpointCore
import Testing

@Suite struct MarkupRedactionTests {
    private static let attributes = String(repeating: #"data-x="field" "#, count: 30)

    @Test(arguments: [
        (
            #"<input id="csrf_token" name="csrf_token" value="93jf93jf93">"#,
            #"<input id="csrf_token" name="csrf_token" value="{{secret}}">"#
        ),
        (#"<input name='pin' \#(attributes) value=4839>"#, #"<input name='pin' \#(attributes) value={{secret}}>"#),
        (#"<add key="password" value="hunter2-x"/>"#, #"<add key="password" value="{{secret}}"/>"#),
        (#"<meta name=password content="Your new password">"#, #"<meta name=password content="Your new password">"#),
        (#"<input name="q" value="93jf93jf93">"#, #"<input name="q" value="93jf93jf93">"#),
    ])
    func `the value of a field with the name of a secret is replaced once`(text: String, redacted: String) {
        #expect(Redaction.standard.text(text) == redacted)
    }
}
