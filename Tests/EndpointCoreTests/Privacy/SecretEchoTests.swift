import EndpointCore
import Foundation
import Testing

@Suite struct SecretEchoTests {
    /// What is left of a text once the secrets that were sent are replaced in it.
    private func shown(
        _ text: String, headers: HeaderFields = [:], url: String = "", body: String = "",
        of redaction: Redaction = .standard
    ) -> String {
        redaction.redacting(secretsOf: headers, url: url, body: Data(body.utf8)).text(text)
    }

    private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test func `a secret of a header, URL or body is redacted wherever it occurs`() {
        #expect(shown("for tok-aaaa-1", headers: ["Authorization": "Bearer tok-aaaa-1"]) == "for {{secret}}")
        #expect(shown("for a/b-93jf93", url: "https://a.example/?token=a%2Fb-93jf93&x=1") == "for {{secret}}")
        #expect(shown("for hunter2-x", url: "https://ann:hunter2-x@a.example/") == "for {{secret}}")
        #expect(shown("for hunter2-x", headers: ["Authorization": "Basic YW5uOmh1bnRlcjIteA=="]) == "for {{secret}}")
        #expect(
            shown("for correct horse-9", headers: Self.form, body: "password=correct%20horse-9") == "for {{secret}}")
        #expect(shown("for k3y-93jf93", body: #"{"credentials":["s3same-x",{"a":"k3y-93jf93"}]}"#) == "for {{secret}}")
        #expect(shown("for 4839207", body: #"{"credentials":{"n":4839207}}"#) == "for {{secret}}")
        #expect(shown("for 483920", body: #"{"credentials":{"n":483920}}"#) == "for 483920")
    }

    @Test func `the secrets of a URLRequest are redacted too`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.example/?token=abc-93jf93")))
        request.setValue("Bearer tok-aaaa-1", forHTTPHeaderField: "Authorization")
        request.httpBody = Data(#"{"password":"hunter2-x"}"#.utf8)
        let redaction = Redaction.standard.redacting(secretsOf: request)
        #expect(redaction.text("abc-93jf93 tok-aaaa-1 hunter2-x") == "{{secret}} {{secret}} {{secret}}")
        let off = Redaction.off.redacting(secretsOf: request)
        #expect(off.text("abc-93jf93") == "abc-93jf93")
    }

    @Test func `a secret shorter than six bytes isn't searched for`() {
        #expect(shown("for s3same", headers: Self.form, body: "password=s3same") == "for {{secret}}")
        #expect(shown("for s3sam", headers: Self.form, body: "password=s3sam") == "for s3sam")
    }

    @Test func `a password of letters is redacted only where it is a word`() {
        for word in ["swordfish", "abcdefghijk"] {
            let text = shown("\(word), \(word)tail, tail\(word) 4\(word)", headers: Self.form, body: "password=\(word)")
            #expect(text == "{{secret}}, \(word)tail, tail\(word) 4\(word)")
        }
        let long = shown("abcdefghijkltail", headers: Self.form, body: "password=abcdefghijkl")
        #expect(long == "{{secret}}tail")
    }

    @Test func `a common word that was sent as a password isn't searched for`() {
        #expect(
            shown("your password or Secret", headers: Self.form, body: "password=password&pwd=Secret")
                == "your password or Secret")
    }

    @Test func `a plain word or number is searched for only if its name makes it a secret`() {
        #expect(shown("in Europe/Berlin", headers: ["Cookie": "tz=Europe/Berlin"]) == "in Europe/Berlin")
        #expect(shown("for blue-lamp", headers: ["Proxy-Authorization": "blue-lamp"]) == "for {{secret}}")
        #expect(shown("for blue-lamp", headers: ["X-Api-Key": "blue-lamp"]) == "for {{secret}}")
    }

    @Test func `a value that the user keeps isn't redacted`() {
        let kept = Redaction.standard.keeping(values: ["tok-aaaa-1"])
        #expect(shown("for tok-aaaa-1", headers: ["X-Api-Key": "tok-aaaa-1"], of: kept) == "for tok-aaaa-1")
    }

    @Test func `a password that counts only as a word still does so in a union`() {
        let echoes = Redaction.standard.redacting(secretsOf: Self.form, body: Data("password=swordfish".utf8))
        #expect(Redaction.standard.union(echoes).text("swordfish, swordfishtail") == "{{secret}}, swordfishtail")
    }
}
