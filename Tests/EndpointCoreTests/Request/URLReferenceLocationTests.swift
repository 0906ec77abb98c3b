import Testing

@testable import EndpointCore

@Suite struct URLReferenceLocationTests {
    @Test(arguments: [
        ("/a b", "/a%20b"), ("/é", "/%C3%A9"), ("/\u{E9}?\u{FC}#\u{DF}", "/%C3%A9?%C3%BC#%C3%9F"),
        ("/[x]{y}", "/%5Bx%5D%7By%7D"),
        ("/a\\b", "/a%5Cb"), ("\\\\evil\\x", "%5C%5Cevil%5Cx"), ("/%zz", "/%25zz"), ("/%", "/%25"), ("/%4", "/%254"),
        ("/%41%2f", "/%41%2f"), ("/a%0d b", "/a%0d%20b"), ("/a|b^c`d\"<e>", "/a%7Cb%5Ec%60d%22%3Ce%3E"),
        ("/a#b#c", "/a#b%23c"),
        ("/!$&'()*+,;=:@-._~", "/!$&'()*+,;=:@-._~"), ("/a?b?c/d", "/a?b?c/d"), ("  /a\t ", "/a"), ("", ""),
        ("https://h/🍕", "https://h/%F0%9F%8D%95"),
        ("/x\u{301}", "/x%CC%81"), ("/\u{301}..", "/%CC%81.."), ("/\u{85}\u{A0}", "/%C2%85%C2%A0"),
    ])
    func `encodes what is illegal and keeps what is encoded`(location: String, text: String) throws {
        #expect(try #require(URLReference(location: location)).text == text)
    }

    @Test(arguments: [
        "/a\tb", "/a\nb", "/a\r\nSet-Cookie: x", "/\0", "/\u{7F}", "\n/a", "/a\n", "ht\ntps://h/", "\u{1F}",
    ])
    func `refuses control characters`(location: String) {
        #expect(URLReference(location: location) == nil)
    }

    @Test func `leaves scheme and authority as they are`() throws {
        let reference = try #require(URLReference(location: "http://a\\b é[@h/x y"))
        #expect(reference.authority == "a\\b é[@h")
        #expect(reference.path == "/x%20y")
    }

    @Test func `its path and query are legal, for any text`() {
        var random = SplitMix64(seed: 3)
        let legal = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%".utf8)
        for _ in 0..<10_000 {
            guard let reference = URLReference(location: random.reference()) else { continue }
            #expect(legal.isSuperset(of: reference.path.utf8) && legal.isSuperset(of: (reference.query ?? "").utf8))
        }
    }
}
