import Testing

@testable import EndpointCore

@Suite struct URLReferenceTests {
    @Test(
        arguments: [
            ("http://u@h:1/p/q?a=b?c#f#g", ["http", "u@h:1", "/p/q", "a=b?c", "f#g"]), ("", [nil, nil, "", nil, nil]),
            ("?", [nil, nil, "", "", nil]), ("#", [nil, nil, "", nil, ""]), ("//", [nil, "", "", nil, nil]),
            ("///x", [nil, "", "/x", nil, nil]), ("http:", ["http", nil, "", nil, nil]),
            ("http:///x", ["http", "", "/x", nil, nil]),
            ("https:/x", ["https", nil, "/x", nil, nil]),
            ("javascript:alert(1)", ["javascript", nil, "alert(1)", nil, nil]),
            ("a+b-c.d1:x", ["a+b-c.d1", nil, "x", nil, nil]), ("1a:b", [nil, nil, "1a:b", nil, nil]),
            (":b", [nil, nil, ":b", nil, nil]),
            ("a/b:c", [nil, nil, "a/b:c", nil, nil]), ("?a:b", [nil, nil, "", "a:b", nil]),
            ("//h?q", [nil, "h", "", "q", nil]),
            ("//h#f", [nil, "h", "", nil, "f"]), ("#?", [nil, nil, "", nil, "?"]),
            ("é:x", [nil, nil, "é:x", nil, nil]),
            ("/\\x", [nil, nil, "/\\x", nil, nil]),
        ] as [(String, [String?])])
    func `has five parts`(text: String, parts: [String?]) {
        let reference = URLReference(text)
        #expect(
            parts
                == [
                    reference.scheme, reference.authority, reference.path, reference.query, reference.fragment,
                ].map { $0.map(String.init) })
    }

    @Test(arguments: [("//\u{301}h/x", "\u{301}h"), ("//h/\u{301}..", "h")])
    func `a combining mark hides no separator`(text: String, authority: String) {
        #expect(URLReference(text).authority.map(String.init) == authority)
    }

    @Test func `its parts put together are its text, for any text`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<10_000 {
            let text = random.reference()
            #expect(URLReference(text).text.utf8.elementsEqual(text.utf8))
        }
    }
}
