import EndpointCore
import Foundation
import Testing

@Suite struct URLRedactionTests {
    @Test(arguments: [
        ("https://user:pass@h.com/a", "https://{{secret}}@h.com/a"),
        ("https://user@h.com", "https://{{secret}}@h.com"),
        ("https://user:pa/ss@h.com/a", "https://{{secret}}@h.com/a"),
        ("https://user:pass", "https://{{secret}}"), ("https://h:8080.", "https://h:8080."),
        ("//u:p@h/a", "//{{secret}}@h/a"),
        ("https://h:80/@me?x=a@b", "https://h:80/@me?x=a@b"),
        ("https://[::1]:80/@me", "https://[::1]:80/@me"),
        ("/a?access_token=abc&page=2", "/a?access_token={{secret}}&page=2"),
        ("/a?access%5Ftoken=abc&%74oken=d", "/a?access%5Ftoken={{secret}}&%74oken={{secret}}"),
        ("/a?API-KEY=abc&apiKey=d&api_key=e", "/a?API-KEY={{secret}}&apiKey={{secret}}&api_key={{secret}}"),
        ("/a?user[password]=abc&x.token=d", "/a?user[password]={{secret}}&x.token={{secret}}"),
        ("/a?token=a=b;c&x=1", "/a?token={{secret}}&x=1"),
        ("/a?x=1;token=abc&y", "/a?x=1;token={{secret}}&y"),
        ("/cb#access_token=abc&token_type=bearer", "/cb#access_token={{secret}}&token_type=bearer"),
        ("/#/login?token=abc&x=1", "/#/login?token={{secret}}&x=1"),
        ("/a;jsessionid=ABC/b?x=1", "/a;jsessionid={{secret}}/b?x=1"),
        ("/a?state=CA", "/a?state=CA"),
        ("/a?code=abc&page=1", "/a?code=abc&page=1"),
        ("/a?code=abc&state=d", "/a?code={{secret}}&state={{secret}}"),
        ("/a?grant_type=authorization_code&code=abc", "/a?grant_type=authorization_code&code={{secret}}"),
        ("/a?next=%2Fcb%3Ftoken%3Dabc", "/a?next=%2Fcb%3Ftoken%3D{{secret}}"),
        ("/a?u=https://u:p@h/x", "/a?u=https://{{secret}}@h/x"),
        ("/files/ghp_0123456789abcdef0123/x", "/files/{{secret}}/x"),
        ("/a?pageToken=abc&q=tokens", "/a?pageToken=abc&q=tokens"),
        ("/a?token=", "/a?token="), ("", ""), ("?", "?"), ("#", "#"), ("//", "//"), ("://@", "://@"),
    ])
    func `user information and secret values in a URL are replaced`(text: String, redacted: String) {
        #expect(Redaction.standard.urlText(text) == redacted)
        #expect(Redaction.standard.urlText(redacted) == redacted)
    }

    @Test func `a redacted URL is a valid URL with the placeholder encoded`() throws {
        let url = try #require(URL(string: "https://u:p@h.com/a?token=abc&x=%20#id_token=d"))
        let redacted = Redaction.standard.url(url)
        let secret = "%7B%7Bsecret%7D%7D"
        #expect(redacted.absoluteString == "https://\(secret)@h.com/a?token=\(secret)&x=%20#id_token=\(secret)")
        #expect(Redaction.standard.url(redacted) == redacted)
    }

    @Test func `a relative URL stays relative, and its base is redacted`() throws {
        let url = try #require(URL(string: "a?token=abc", relativeTo: URL(string: "https://u:p@h.com/v1/")))
        let redacted = Redaction.standard.url(url)
        #expect(redacted.relativeString == "a?token=%7B%7Bsecret%7D%7D")
        #expect(redacted.absoluteString == "https://%7B%7Bsecret%7D%7D@h.com/v1/a?token=%7B%7Bsecret%7D%7D")
    }

    @Test func `a URL without secrets isn't changed`() throws {
        let url = try #require(URL(string: "https://h.com/a%2Fb?x=%7B1%7D&y=a+b"))
        #expect(Redaction.standard.url(url) == url)
    }
}
