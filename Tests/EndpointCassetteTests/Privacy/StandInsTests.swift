import Foundation
import Testing

@testable import EndpointCassette

@Suite struct StandInsTests {
    private func places(_ request: Interaction.Request, and texts: [String] = []) -> [String] {
        request.placesOfPlaceholders(and: texts)
    }

    @Test(arguments: [
        "{{secret:token#1}}", "{{secret}}", "%7B%7Bsecret%3Atoken%231%7D%7D",
        "%257B%257Bsecret%253Atoken%25231%257D%257D",
        "e3tzZWNyZXQ6dG9rZW4jMX19", "https://example.com/s/1",
    ])
    func `a stand-in for a secret is found in every part of a request`(text: String) {
        let texts = ["https://example.com/s/1"]
        #expect(places(.get("https://a.example/?a=\(text)"), and: texts) == ["the URL"])
        let headers: HeaderFields = ["X-Note": "Bearer \(text)"]
        #expect(
            places(Interaction.Request("GET", "https://a.example/", headers: headers), and: texts) == [
                "the header X-Note"
            ])
        #expect(places(.json("POST", "https://a.example/", #"{"a":"\#(text)"}"#), and: texts) == ["the body"])
    }

    @Test func `a number that stands in for a secret is found, but not within a longer number`() {
        #expect(places(.json("POST", "https://a.example/", #"{"a":2147410001}"#)) == ["the body"])
        #expect(places(.get("https://a.example/2147410001")) == ["the URL"])
        #expect(places(.json("POST", "https://a.example/", #"{"a":12147410001,"b":21474100011,"c":2147410000}"#)) == [])
    }

    @Test func `an ordinary request has no stand-ins`() {
        var request = Interaction.Request.json(
            "POST", "https://a.example/?q=secret", #"{"a":"{{name}}","b":"https://example.com/s/1"}"#)
        request.headers = ["Authorization": "Bearer abc-93jf93"]
        #expect(places(request) == [])
    }

    @Test func `a text at a secret's path is a secret unless it is a stand-in already`() {
        let body = { (url: String) in #"{"session":{"url":"\#(url)"},"url":"https://a.example/2"}"# }
        let cassette = Cassette([
            Interaction(
                .json("POST", "https://a.example/", body("https://a.example/1")),
                .response(.json(body("https://a.example/3")))),
            Interaction(.get("https://a.example/"), .response(.json(body("https://example.com/s/1")))),
        ])
        let standIns = ["$.session.url": "https://example.com/s/1", "$.other": "x"]
        let expected = [
            "https://a.example/1": "https://example.com/s/1", "https://a.example/3": "https://example.com/s/1",
        ]
        #expect(cassette.secrets(at: standIns) == expected)
        #expect(cassette.secrets(at: [:]) == [:])
    }
}
