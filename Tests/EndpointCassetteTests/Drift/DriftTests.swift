import Foundation
import Testing

@testable import EndpointCassette

@Suite struct DriftTests {
    private func changes(_ old: String, _ new: String) -> [String] {
        Drift.compare(Cassette([.sample("/me", old)]), Cassette([.sample("/me", new)])).changes.map(\.description)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":2}"#, []),
        (#"{"a":1}"#, #"{"a":"1"}"#, ["~ $.a  number → string"]),
        (#"{"a":1}"#, "{}", ["- $.a  number"]),
        (#"{"a":1}"#, #"{"a":1,"b":{}}"#, ["+ $.b  object"]),
        (#"{"a":1}"#, #"{"a":null}"#, ["? $.a  may be null now"]),
        (#"{"a":null}"#, #"{"a":"x"}"#, ["? $.a  is never null now"]),
        (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#, ["? $[*].a  may be missing now"]),
        (#"[{"a":1},{}]"#, #"[{"a":1}]"#, ["? $[*].a  is always there now"]),
        (#"[{"a":{"b":[true]}}]"#, #"[{"a":{"b":[1]}}]"#, ["~ $[*].a.b[*]  boolean → number"]),
        (#"{"a":[]}"#, #"{"a":[1]}"#, []),
        (#"[1,"x"]"#, #"[1]"#, ["~ $[*]  number or string → number"]),
        (#"{"a b":1}"#, "{}", ["- $['a b']  number"]),
        ("[]", "{}", ["~ $  array → object"]),
    ])
    func `is seen in shapes, not in values`(old: String, new: String, expected: [String]) {
        #expect(changes(old, new) == expected)
    }

    @Test func `tells what breaks from what does not`() {
        let drift = Drift.compare(
            Cassette([.sample("/me", #"{"id":1,"name":"x"}"#), .sample("/gone")]),
            Cassette([.sample("/me", #"{"id":"1","name":null,"new":1}"#), .sample("/more")]))
        #expect(drift.changes.map(\.tier) == [.breaking, .optionality, .added, .breaking, .added])
        #expect(drift.severity == .breaking)
        #expect(
            drift.description == """
                GET https://api.example.com/me
                  ~ $.id  number → string
                  ? $.name  may be null now
                  + $.new  number
                GET https://api.example.com/gone
                  - response  recorded
                GET https://api.example.com/more
                  + response  recorded
                """)
    }

    @Test func `a status or a media type that changed breaks`() {
        var html = Interaction.sample("/me", "<p>", status: 502)
        html.outcome = .response(
            .init(502, headers: [HeaderField("Content-Type", "text/html")], body: Data("<p>".utf8)))
        let drift = Drift.compare(Cassette([.sample("/me")]), Cassette([html]))
        #expect(
            drift.changes.map(\.description)
                == ["~ response  status 200 → status 502", "~ response  type application/json → type text/html"])
    }

    @Test func `all answers to one request are taken together`() {
        let old = Cassette([.sample("/me", #"{"a":1}"#), .sample("/me", "{}")])
        #expect(Drift.compare(old, Cassette([.sample("/me", "{}"), .sample("/me", #"{"a":1}"#)])).isEmpty)
        #expect(Drift.compare(old, old).description == "No drift.")
    }
}
