import Foundation
import Testing

@testable import EndpointCassette

@Suite struct HARFileTests {
    private let first = Data("first".utf8), second = Data("second".utf8)

    private func name(_ data: Data, existing: [String: Data]) -> String {
        SidecarNames(cassette: "a.har", existing: existing)
            .name(of: data, entry: 3, message: "response", extension: "json")
    }

    @Test func `a large body is named after its cassette, its entry and its message`() {
        #expect(name(first, existing: [:]) == "a.har.3.response.json")
    }

    @Test func `an unchanged body keeps its name`() {
        #expect(name(first, existing: ["a.har.3.response.json": first]) == "a.har.3.response.json")
        #expect(name(first, existing: ["a.har.3.response-2.json": first]) == "a.har.3.response-2.json")
    }

    @Test func `a changed body doesn't get the name of the old one`() {
        #expect(name(second, existing: ["a.har.3.response.json": first]) == "a.har.3.response-2.json")
        #expect(name(second, existing: ["a.har.3.response-2.json": first]) == "a.har.3.response.json")
    }

    @Test(arguments: ["a.har.3.response.json", "a.har.12.request-2.txt", "a.har.1.request.bin"])
    func `the files of a cassette are found by their names`(file: String) {
        #expect(SidecarNames(cassette: "a.har").contains(file))
    }

    @Test(arguments: [
        "a.har", "a.har.", "a.har.json", "a.har.x.response.json", "a.har..response.json", "a.har.3.answer.json",
        "a.har.3.response.har", "a.har.3.response.1.response.json", "a.3.response.json", "b.har.3.response.json",
        "a.har.٣.response.json",
    ])
    func `other files don't count as a cassette's files`(file: String) {
        #expect(!SidecarNames(cassette: "a.har").contains(file))
    }

    private static let cassettes = [
        "a.har", "a", "a.HAR", "a b:c.har", "a-b-c.har", "..har", "100%.har", "100%25.har", "a.har.1.har", "ü~.har",
    ]

    @Test(arguments: cassettes)
    func `the files of two cassettes have different names, and reading finds each of them`(cassette: String) throws {
        let body = "\"\(String(repeating: "x", count: 50))\""
        let file = try Cassette([.sample("/a", body)]).har(Cassette.Format(largestEmbeddedBody: 10), named: cassette)
        let sidecar = try #require(file.sidecars.first)
        #expect(Self.cassettes.filter { SidecarNames(cassette: $0).contains(sidecar.name) } == [cassette])
        let (again, _) = try Cassette.reading(har: file.data) { name in
            #expect(name == sidecar.name)
            return sidecar.data
        }
        #expect(again == Cassette([.sample("/a", body)]))
    }
}
