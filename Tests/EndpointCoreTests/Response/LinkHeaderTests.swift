import EndpointCore
import TestSupport
import Testing

@Suite struct LinkHeaderTests {
    @Test func `the example of RFC 8288 is read`() {
        let header = LinkHeader(
            #"</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"#
        )
        #expect(header.links.map(\.target) == ["/TheBook/chapter2", "/TheBook/chapter4"])
        #expect(header["next"]?.parameters["title*"] == "UTF-8'de'n%c3%a4chstes%20Kapitel")
    }

    @Test func `the Link header of a response is read`() throws {
        #expect(LinkHeader(try response(200, ["Link": "<a>; rel=next"]))["next"]?.target == "a")
        #expect(LinkHeader(try response()).links == [])
    }

    @Test func `several relations of one link are read, whatever their case`() {
        let header = LinkHeader(#"<http://example.org/>; rel="start http://example.net/relation/other NEXT""#)
        #expect(header.links.first?.relations == ["start", "http://example.net/relation/other", "next"])
        #expect(header["Next"]?.target == "http://example.org/")
    }

    @Test func `commas and semicolons of targets and quoted strings are kept`() {
        let header = LinkHeader(#"<https://a/?x=1,2;3>; rel=next; title="a, b; \"c\"", <b>;rel=last"#)
        #expect(header["next"]?.target == "https://a/?x=1,2;3")
        #expect(header["next"]?.parameters["title"] == #"a, b; "c""#)
        #expect(header["last"]?.target == "b")
    }

    @Test func `only the first rel of a link counts`() {
        #expect(LinkHeader("<a>; rel=next; rel=last").links.map(\.relations) == [["next"]])
    }

    @Test(arguments: [
        ("", 0), (",,,", 0), ("rel=next", 0), ("<a", 0), ("<a>", 1), ("<>", 1), (", <a>; rel=next,, <b>", 2),
        ("broken; rel=x, <a>; rel=next", 1), ("<a>; rel=\"next", 1), ("<a> junk; rel=next, <b>", 2),
        (#"<a> "; x, <c>"; rel=next"#, 1),
    ])
    func `invalid links are skipped`(text: String, count: Int) {
        #expect(LinkHeader(text).links.count == count)
    }

    @Test func `a link in quoted text isn't found`() {
        #expect(LinkHeader(#"junk; title="<c>", <b>"#).links.map(\.target) == ["b"])
    }

    @Test func `any text can be read as a Link header without trapping`() {
        var fuzz = Fuzz(
            seed: 5, pieces: ["<", ">", ";", ",", "rel", "=", "\"", "next", " ", "\\", "<a>; rel=\"next\""])
        for _ in 0..<30_000 { #expect(LinkHeader(fuzz.text()).links.count < 100) }
    }

    @Test(arguments: [
        ("/v1/books?page=2", "https://api.example.com/v1/books?page=2"),
        ("?page=2", "https://api.example.com/v1/a/b?page=2"),
        ("https://other.example/x", "https://other.example/x"), ("c", "https://api.example.com/v1/a/c"),
    ])
    func `a target is resolved against the URL of the response`(target: String, url: String) throws {
        let here = try #require(URL(string: "https://api.example.com/v1/a/b?page=1"))
        let response = HTTPURLResponse(
            url: here, statusCode: 200, httpVersion: nil, headerFields: ["Link": "<\(target)>; rel=next"])
        #expect(LinkHeader(response)["next"]?.url(from: response)?.absoluteString == url)
    }
}
