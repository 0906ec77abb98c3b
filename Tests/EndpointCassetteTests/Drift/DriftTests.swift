import Foundation
import Testing

@testable import EndpointCassette

@Suite struct DriftTests {
    private func changes(_ old: String, _ new: String) -> [String] {
        Cassette.Drift.compare(Cassette([.sample("/me", old)]), Cassette([.sample("/me", new)])).changes.map(
            \.description)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":2}"#, []),
        (#"{"a":1}"#, #"{"a":"1"}"#, ["~ $.a  number → string"]),
        (#"{"price":1}"#, #"{"price":1.5}"#, ["? $.price  can now have a fraction"]),
        (#"{"price":1}"#, #"{"price":1.0}"#, []),
        (#"{"price":1.5}"#, #"{"price":1}"#, []), (#"{"price":1.5}"#, #"{"price":2.5}"#, []),
        (#"{"a":null}"#, #"{"a":1.5}"#, ["? $.a  is no longer null"]),
        (#"{"a":1}"#, "{}", ["- $.a  number"]),
        (#"{"a":1}"#, #"{"a":1,"b":{}}"#, ["+ $.b  object"]),
        (#"{"a":1}"#, #"{"a":null}"#, ["? $.a  can now be null"]),
        (#"{"a":null}"#, #"{"a":"x"}"#, ["? $.a  is no longer null"]),
        (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#, ["? $[*].a  can now be missing"]),
        (#"[{"a":1},{}]"#, #"[{"a":1}]"#, ["? $[*].a  is now always present"]),
        (#"[{"a":{"b":[true]}}]"#, #"[{"a":{"b":[1]}}]"#, ["~ $[*].a.b[*]  boolean → number"]),
        (#"{"a":[]}"#, #"{"a":[1]}"#, []),
        (#"[1,"x"]"#, #"[1]"#, ["~ $[*]  number or string → number"]),
        (#"{"a b":1}"#, "{}", ["- $['a b']  number"]),
        ("[]", "{}", ["~ $  array → object"]),
    ])
    func `drift is seen in shapes, not in values`(old: String, new: String, expected: [String]) {
        #expect(changes(old, new) == expected)
    }

    @Test func `drift tells breaking changes from harmless ones`() {
        let drift = Cassette.Drift.compare(
            Cassette([.sample("/me", #"{"id":1,"name":"x"}"#), .sample("/gone")]),
            Cassette([.sample("/me", #"{"id":"1","name":null,"new":1}"#), .sample("/more")]))
        #expect(drift.changes.map(\.tier) == [.breaking, .optionality, .added, .breaking, .added])
        #expect(drift.severity == .breaking)
        #expect(
            drift.description == """
                GET https://api.example.com/me
                  ~ $.id  number → string
                  ? $.name  can now be null
                  + $.new  number
                GET https://api.example.com/gone
                  - response  recorded
                GET https://api.example.com/more
                  + response  recorded
                """)
    }

    @Test(arguments: [
        ("/books/1", "/books/7", "/books/{id}"), ("/orders/ord-12/items", "/orders/ord-13/items", "/orders/{id}/items"),
        (
            "/u/0b6f3a1e-5f1c-4a39-9d0b-7c1f6a0d9e11", "/u/7d9a2c44-1c1e-4b8a-8a53-0d3f2f7be012", "/u/{id}"
        ),
        ("/books?page=1", "/books?page=2", "/books"), ("/k/cus_NffrFeUfNV2Hib", "/k/cus_AbcdFeUfNV9Xyz", "/k/{id}"),
    ])
    func `recordings of different identifiers are compared`(old: String, new: String, name: String) {
        func drift(_ json: String) -> Cassette.Drift {
            Cassette.Drift.compare(Cassette([.sample(old, #"{"id":1}"#)]), Cassette([.sample(new, json)]))
        }
        #expect(drift(#"{"id":2}"#).isEmpty)
        #expect(drift(#"{"id":"2"}"#).description == "GET https://api.example.com\(name)\n  ~ $.id  number → string")
    }

    @Test(arguments: [
        ("/v1/me", "/v2/me"), ("/books/latest", "/books/oldest"), ("/books/1", "/authors/1"),
        ("/oauth1/x", "/oauth2/x"),
        ("/books?page=1", "/books?author=1"),
    ])
    func `requests for different resources aren't compared`(old: String, new: String) {
        let drift = Cassette.Drift.compare(Cassette([.sample(old)]), Cassette([.sample(new)]))
        #expect(drift.changes.map(\.description) == ["- response  recorded", "+ response  recorded"])
    }

    @Test func `an identifier that both recordings have is compared with itself`() {
        let old = Cassette([.sample("/books/1", #"{"a":1}"#), .sample("/books/2", #"{"b":1}"#)])
        let new = Cassette([
            .sample("/books/1", #"{"a":"x"}"#), .sample("/books/2", #"{"b":1}"#), .sample("/books/3", "{}"),
        ])
        #expect(
            Cassette.Drift.compare(old, new).description
                == "GET https://api.example.com/books/1\n  ~ $.a  number → string")
    }

    @Test func `an identifier that the new recording does not have is compared with the others`() {
        let old = Cassette([.sample("/books/1", #"{"a":1}"#), .sample("/books/2", #"{"a":1}"#)])
        let drift = { Cassette.Drift.compare(old, Cassette([.sample("/books/2", $0)])).description }
        #expect(drift(#"{"a":1}"#) == "No drift.")
        #expect(drift(#"{"a":"x"}"#).contains("GET https://api.example.com/books/{id}\n  ~ $.a  number → string"))
    }

    @Test func `servers don't count as identifiers`() {
        let recordings = ["10.0.0.1", "10.0.0.2"].map { host in
            Cassette([Interaction(.get("http://\(host)/books/1"), .response(.json("{}")))])
        }
        #expect(Cassette.Drift.compare(recordings[0], recordings[1]).changes.map(\.tier) == [.breaking, .added])
    }

    @Test func `a cassette is restricted to the requests of another one`() {
        let all = Cassette([.sample("/a"), .sample("/b"), .sample("/a"), .sample("/c")])
        let restricted = all.restricted(to: Cassette([.sample("/a"), .sample("/c"), .sample("/d")]), by: .standard)
        #expect(restricted == Cassette([.sample("/a"), .sample("/a"), .sample("/c")]))
    }

    @Test func `an answer with another status is compared separately`() {
        let drift = Cassette.Drift.compare(
            Cassette([.sample("/books/1")]), Cassette([.sample("/books/99", status: 404)]))
        #expect(drift.changes.map(\.tier) == [.breaking, .added])
    }

    @Test func `a changed status or media type is a breaking change`() {
        var html = Interaction.sample("/me", "<p>", status: 502)
        html.outcome = .response(
            .init(502, headers: ["Content-Type": "text/html"], body: Data("<p>".utf8)))
        let drift = Cassette.Drift.compare(Cassette([.sample("/me")]), Cassette([html]))
        #expect(
            drift.changes.map(\.description)
                == ["~ response  status 200 → status 502", "~ response  type application/json → type text/html"])
    }

    @Test func `all answers to one request are compared together`() {
        let old = Cassette([.sample("/me", #"{"a":1}"#), .sample("/me", "{}")])
        #expect(Cassette.Drift.compare(old, Cassette([.sample("/me", "{}"), .sample("/me", #"{"a":1}"#)])).isEmpty)
        #expect(Cassette.Drift.compare(old, old).description == "No drift.")
    }
}
