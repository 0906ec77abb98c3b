import TestSupport
import Testing

@testable import EndpointCore

@Suite struct MediaTypeTests {
    @Test func `a type, subtype and parameters are read, in lower case where case doesn't matter`() throws {
        let media = try #require(MediaType(#" Text/HTML ; Charset="UTF-8" ; q=a\b;flag; x = "a;\"b" "#))
        #expect(media.essence == "text/html")
        #expect(media.charset == "utf-8")
        #expect(media.parameters == ["charset": "UTF-8", "q": #"a\b"#, "flag": "", "x": #"a;"b"#])
    }

    @Test(arguments: [
        ("application/json", true, true), ("application/problem+json; charset=utf-8", true, true),
        ("text/json", true, true),
        ("application/xml", false, true), ("image/svg+xml", false, true), ("text/csv", false, true),
        ("application/x-www-form-urlencoded", false, true), ("image/png", false, false),
        ("application/octet-stream", false, false), ("application/jsonp", false, false),
    ])
    func `media types of JSON and of text are recognised`(text: String, isJSON: Bool, isText: Bool) {
        #expect(MediaType(text)?.isJSON == isJSON)
        #expect(MediaType(text)?.isText == isText)
    }

    @Test(arguments: ["", "json", "/json", "text/", "text /html", ";charset=utf-8", "тext/html"])
    func `a malformed media type is refused`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func `the first of equal parameters counts, and a comma ends the value`() {
        #expect(MediaType("text/plain; a=1; A=2, text/html; b=3")?.parameters == ["a": "1"])
    }

    @Test func `quoted junk contains no parameters`() {
        #expect(MediaType(#"text/plain "; a=1" ; b=2"#)?.parameters == ["b": "2"])
    }

    @Test func `any text can be read as a media type without trapping`() {
        var fuzz = Fuzz(seed: 4, pieces: ["text", "/", "json", ";", "=", "\"", "\\", ",", " ", "charset", "a=b"])
        for _ in 0..<30_000 {
            guard let media = MediaType(fuzz.text()) else { continue }
            #expect(MediaType(media.essence)?.essence == media.essence)
        }
    }
}
