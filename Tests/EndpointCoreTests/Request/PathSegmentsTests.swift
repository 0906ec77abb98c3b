import Testing

@testable import EndpointCore

@Suite struct PathSegmentsTests {
    @Test(arguments: [
        ("", ""), ("a/b", "a/b"), ("./a", "a"), ("a/./b", "a/b"), ("a/../b", "b"), ("a/b/..", "a/"), ("a/.", "a/"),
        ("a/..", ""), (".", ""),
        ("a//b", "a//b"), ("a//..", "a/"), ("/a", "/a"), ("/../a", "a"), (".a/..b", ".a/..b"), ("a/../../b/..", ""),
    ])
    func `leaves the segments that name something`(path: String, text: String) {
        #expect(PathSegments(path[...]).text == text[...])
    }

    @Test(arguments: ["..", "../a", "a/../..", "./..", "a/../../a", "/../..", "a//../../.."])
    func `notes that a path climbs`(path: String) {
        #expect(PathSegments(path[...]).climbs)
    }

    @Test(arguments: ["", "a/..", "a/../b/..", "a//../..", "/..", "..a/..", "a/b/../../c"])
    func `notes that a path stays`(path: String) {
        #expect(!PathSegments(path[...]).climbs)
    }

    @Test(arguments: ["%2e", "%2e%2E", "a/.%2e", "%2E./b", "a/%2e/b"])
    func `notes dots that are encoded`(path: String) {
        #expect(PathSegments(path[...]).hidesDots)
        #expect(PathSegments(path[...]).text == path[...])
    }

    @Test(arguments: ["%2e%2e%2e", "a%2e", "%2ea", "..%2Fb", "%2F", "%", "%2", ".%2", "...", "%252e", "%ff"])
    func `other segments hide no dots`(path: String) {
        #expect(!PathSegments(path[...]).hidesDots)
    }
}
