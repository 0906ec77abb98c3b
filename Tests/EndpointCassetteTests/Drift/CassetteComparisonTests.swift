import Foundation
import Testing

@testable import EndpointCassette

@Suite struct CassetteComparisonTests {
    private func exchange(
        _ url: String, _ status: Int = 200, _ json: String = "{}", headers: HeaderFields = [:], body: String? = nil
    ) -> Interaction {
        let body = body.map { Interaction.Body(Data($0.utf8), contentType: "application/json") }
        let type: HeaderFields = ["Content-Type": "application/json"]
        return Interaction(
            .init(body == nil ? "GET" : "POST", url, body: body),
            .response(.init(status, headers: type + headers, body: Data(json.utf8))))
    }

    private func changes(_ old: Interaction, _ new: Interaction) -> [String] {
        CassetteComparison(Cassette([old]), Cassette([new])).pairs.flatMap(\.changes)
            .map { "\($0.part) \($0.place) \($0.old ?? "-") \($0.new ?? "-")" }
    }

    @Test func `equal requests belong together in their order`() {
        let a = exchange("https://a.example/a"), b = exchange("https://a.example/b")
        let comparison = CassetteComparison(Cassette([a, b, a]), Cassette([b, a, a]))
        #expect(comparison.pairs.map { [$0.old, $0.new] } == [[1, 0], [0, 1], [2, 2]])
        #expect((comparison.added, comparison.removed) == ([], []))
    }

    @Test func `exchanges without a partner are added or removed`() {
        let a = exchange("https://a.example/a"), b = exchange("https://a.example/b"),
            c = exchange("https://a.example/c")
        let comparison = CassetteComparison(Cassette([a, b]), Cassette([c, b]))
        #expect(comparison.pairs.map { [$0.old, $0.new] } == [[1, 1]])
        #expect((comparison.added, comparison.removed) == ([0], [0]))
    }

    @Test func `an exchange that has its equal isn't paired with a similar one`() {
        let first = exchange("https://a.example/a?page=1"), second = exchange("https://a.example/a?page=2")
        let comparison = CassetteComparison(
            Cassette([first, second]), Cassette([second, exchange("https://a.example/a?page=3")]))
        #expect(comparison.pairs.map { [$0.old, $0.new] } == [[1, 0], [0, 1]])
        #expect(comparison.pairs[1].changes.map(\.part) == ["request query"])
    }

    @Test func `values that differ are named with their places`() {
        let old = exchange(
            "https://a.example/a", 200, #"{"title": "Momo", "price": 1.0}"#, headers: ["ETag": "1", "Date": "x"])
        let new = exchange(
            "https://a.example/a", 404, #"{"price": 1, "title": "Jim", "n": null}"#, headers: ["etag": "2"])
        #expect(
            changes(old, new) == [
                "status  200 404", "response header etag 1 2", #"response body $.title "Momo" "Jim""#,
                "response body $.n - null",
            ])
    }

    @Test func `another body of a request is a change of the pair`() {
        let old = exchange("https://a.example/a", body: #"{"qty": 1}"#),
            new = exchange("https://a.example/a", body: #"{"qty": 2}"#)
        #expect(changes(old, new) == ["request body $.qty 1 2"])
    }

    @Test func `numbers within a value are as people write them`() {
        let old = exchange("https://a.example/a", 200, #"{"a": {"n": 12.50}}"#), new = exchange("https://a.example/a")
        #expect(changes(old, new) == [#"response body $.a {"n":12.5} -"#])
    }

    @Test func `another host is one change, not another request`() {
        #expect(
            changes(exchange("https://a.example/a"), exchange("https://b.example/a")) == [
                "url  https://a.example/a https://b.example/a"
            ])
    }

    @Test func `a response that has become a failure is a change of the outcome`() {
        let failed = Interaction(.init("GET", "https://a.example/a"), .failure(.init(.timedOut)))
        #expect(changes(exchange("https://a.example/a"), failed) == ["outcome  200 URLError -1001"])
        #expect(changes(failed, failed) == [])
    }

    @Test func `no more than 200 changes of a pair are listed`() throws {
        let numbers = { (first: Int) in "[\((0..<300).map { "\(first + $0)" }.joined(separator: ","))]" }
        let found = changes(
            exchange("https://a.example/a", 200, numbers(0)), exchange("https://a.example/a", 200, numbers(1000)))
        #expect(found.count == 201)
        #expect(found.last == "and 100 more  - -")
    }
}
