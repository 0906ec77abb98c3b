import TestSupport
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
    func `a URL reference has five parts`(text: String, parts: [String?]) {
        let reference = URLReference(text)
        #expect(
            parts
                == [
                    reference.scheme, reference.authority, reference.path, reference.query, reference.fragment,
                ].map { $0.map(String.init) })
    }

    @Test(arguments: [("//\u{301}h/x", "\u{301}h"), ("//h/\u{301}..", "h")])
    func `a combining mark doesn't hide a separator`(text: String, authority: String) {
        #expect(URLReference(text).authority.map(String.init) == authority)
    }

    @Test func `joining the parts gives the original text, for any text`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<10_000 {
            let text = random.reference()
            #expect(URLReference(text).text.utf8.elementsEqual(text.utf8))
        }
    }
}

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
    func `invalid characters are encoded, and existing encoding is kept`(location: String, text: String) throws {
        #expect(try #require(URLReference(location: location)).text == text)
    }

    @Test(arguments: [
        "/a\tb", "/a\nb", "/a\r\nSet-Cookie: x", "/\0", "/\u{7F}", "\n/a", "/a\n", "ht\ntps://h/", "\u{1F}",
    ])
    func `control characters are refused`(location: String) {
        #expect(URLReference(location: location) == nil)
    }

    @Test func `the scheme and authority of a location don't change`() throws {
        let reference = try #require(URLReference(location: "http://a\\b é[@h/x y"))
        #expect(reference.authority == "a\\b é[@h")
        #expect(reference.path == "/x%20y")
    }

    @Test func `the path and query of a location are valid, for any text`() {
        var random = SplitMix64(seed: 3)
        let legal = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%".utf8)
        for _ in 0..<10_000 {
            guard let reference = URLReference(location: random.reference()) else { continue }
            #expect(legal.isSuperset(of: reference.path.utf8) && legal.isSuperset(of: (reference.query ?? "").utf8))
        }
    }
}

@Suite struct URLReferenceResolutionTests {
    private func resolve(_ reference: String, _ base: String = "http://a/b/c/d;p?q") -> String {
        URLReference(reference).resolved(against: URLReference(base)).text
    }

    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ])
    func `the normal examples of RFC 3986 §5.4.1 are resolved`(reference: String, target: String) {
        #expect(resolve(reference) == target)
    }

    @Test(arguments: [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ])
    func `the abnormal examples of RFC 3986 §5.4.2 are resolved`(reference: String, target: String) {
        #expect(resolve(reference) == target)
    }

    @Test(arguments: [
        ("rel", "/a/rel"), ("../up", "/up"), ("../../up", "/up"), ("?q", "/a/b?q"), ("#f", "/a/b#f"),
        ("a%2Fb", "/a/a%2Fb"),
        ("%zz", "/a/%zz"), ("%2e%2e/x", "/a/%2e%2e/x"),
    ])
    func `references that Foundation resolves wrongly on Linux are resolved right`(reference: String, path: String) {
        #expect(resolve(reference, "http://h/a/b") == "http://h" + path)
    }

    @Test(arguments: [
        ("g", "http://a", "http://a/g"), ("", "http://a", "http://a"), ("?y", "http://a", "http://a?y"),
        ("..", "http://a", "http://a/"),
        ("//h/../x", "http://a", "http://h/x"), ("http://h/a/../b", "https://a", "http://h/b"),
        ("//", "https://a/b", "https://"),
        ("?", "http://a/b?q", "http://a/b?"), ("", "http://a/b?q#f", "http://a/b?q"),
        ("/.//h/x", "http://a/b", "http://a//h/x"),
    ])
    func `a reference is resolved against any base`(reference: String, base: String, target: String) {
        #expect(resolve(reference, base) == target)
    }

    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("/", "/"), ("", ""), ("/.", "/"), ("/..", "/"),
        ("/a/..", "/"),
        ("/a/.", "/a/"), ("//../a", "/a"), ("/a//../b", "/a/b"), ("/a//b", "/a//b"), ("/...", "/..."), ("..", ""),
        (".", ""), ("../a", "a"),
    ])
    func `dot segments are removed as in RFC 3986 §5.2.4`(path: String, normal: String) {
        #expect(URLReference.removingDotSegments(path[...]) == normal[...])
    }

    @Test func `ten kilobytes of dots are accepted`() {
        #expect(resolve(String(repeating: "../", count: 3_500) + "g") == "http://a/g")
        #expect(resolve(String(repeating: "a/../", count: 2_000) + "g") == "http://a/b/c/g")
    }
}

@Suite struct PathSegmentsTests {
    @Test(arguments: [
        ("", ""), ("a/b", "a/b"), ("./a", "a"), ("a/./b", "a/b"), ("a/../b", "b"), ("a/b/..", "a/"), ("a/.", "a/"),
        ("a/..", ""), (".", ""),
        ("a//b", "a//b"), ("a//..", "a/"), ("/a", "/a"), ("/../a", "a"), (".a/..b", ".a/..b"), ("a/../../b/..", ""),
    ])
    func `segments other than dots are kept`(path: String, text: String) {
        #expect(PathSegments(path[...]).text == text[...])
    }

    @Test(arguments: ["..", "../a", "a/../..", "./..", "a/../../a", "/../..", "a//../../.."])
    func `a path that leads above its start is recognised`(path: String) {
        #expect(PathSegments(path[...]).escapesStart)
    }

    @Test(arguments: ["", "a/..", "a/../b/..", "a//../..", "/..", "..a/..", "a/b/../../c"])
    func `a path that stays below its start is recognised`(path: String) {
        #expect(!PathSegments(path[...]).escapesStart)
    }

    @Test(arguments: ["%2e", "%2e%2E", "a/.%2e", "%2E./b", "a/%2e/b"])
    func `encoded dot segments are recognised`(path: String) {
        #expect(PathSegments(path[...]).hasEncodedDots)
        #expect(PathSegments(path[...]).text == path[...])
    }

    @Test(arguments: ["%2e%2e%2e", "a%2e", "%2ea", "..%2Fb", "%2F", "%", "%2", ".%2", "...", "%252e", "%ff"])
    func `segments that only resemble encoded dot segments aren't recognised`(path: String) {
        #expect(!PathSegments(path[...]).hasEncodedDots)
    }
}
