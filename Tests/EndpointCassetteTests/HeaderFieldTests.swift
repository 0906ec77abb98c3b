import Foundation
import Testing

@testable import EndpointCassette

@Suite struct SetCookieTests {
    @Test func `takes folded cookies apart, but not their dates`() {
        let folded = HeaderField("set-cookie", "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/, b=2, c=x,y\nd=4")
        #expect(
            SetCookie.unfolded(folded).map(\.value)
                == ["a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/", "b=2", "c=x,y", "d=4"])
    }

    @Test func `leaves other fields as they are`() {
        let vary = HeaderField("Vary", "a=1, b=2")
        #expect(SetCookie.unfolded(vary) == [vary])
    }

    @Test func `Foundation's answer has all cookies`() throws {
        let url = try #require(URL(string: "https://a.example/"))
        let cookies = [HeaderField("Set-Cookie", "a=1"), HeaderField("Set-Cookie", "b=2; Secure")]
        let response = Interaction.Response(200, headers: cookies)
        let http = try #require(response.httpURLResponse(url: url.absoluteString))
        #expect(Interaction.Response(http, body: Data()).headers == cookies)
    }
}
