import Testing

@testable import EndpointCore

/// The name of a suite's file is that of the file it tests: URLReference+Resolution.swift.
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
    func `the normal examples of RFC 3986 §5.4.1`(reference: String, target: String) {
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
    func `the abnormal examples of RFC 3986 §5.4.2`(reference: String, target: String) {
        #expect(resolve(reference) == target)
    }

    @Test(arguments: [
        ("rel", "/a/rel"), ("../up", "/up"), ("../../up", "/up"), ("?q", "/a/b?q"), ("#f", "/a/b#f"),
        ("a%2Fb", "/a/a%2Fb"),
        ("%zz", "/a/%zz"), ("%2e%2e/x", "/a/%2e%2e/x"),
    ])
    func `resolves what Foundation gets wrong on Linux`(reference: String, path: String) {
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
    func `takes any base`(reference: String, base: String, target: String) {
        #expect(resolve(reference, base) == target)
    }

    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("/", "/"), ("", ""), ("/.", "/"), ("/..", "/"),
        ("/a/..", "/"),
        ("/a/.", "/a/"), ("//../a", "/a"), ("/a//../b", "/a/b"), ("/a//b", "/a//b"), ("/...", "/..."), ("..", ""),
        (".", ""), ("../a", "a"),
    ])
    func `takes dot segments away as RFC 3986 §5.2.4 does`(path: String, normal: String) {
        #expect(URLReference.removingDotSegments(path[...]) == normal[...])
    }

    @Test func `takes ten kilobytes of dots`() {
        #expect(resolve(String(repeating: "../", count: 3_500) + "g") == "http://a/g")
        #expect(resolve(String(repeating: "a/../", count: 2_000) + "g") == "http://a/b/c/g")
    }
}
