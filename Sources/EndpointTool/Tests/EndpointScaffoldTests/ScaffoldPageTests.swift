import Foundation
import Testing

@testable import EndpointScaffold

/// The page of the documentation shows what is really made.
@Suite struct ScaffoldPageTests {
    @Test func `the page lists the endpoints, the notes and the files of the recorded household`() throws {
        let page = try String(
            contentsOf: repository.appendingPathComponent(
                "Sources/EndpointTesting/EndpointTesting.docc/FromACurlLineToATest.md"), encoding: .utf8)
        let cassette =
            "Household/HouseholdAPITests/__Cassettes__/RecordedBookTests/RecordedBookTests.a-book-comes-and-goes.har"
        let made = try Scaffold(
            har: Data(contentsOf: repository.appendingPathComponent(cassette)),
            .init(module: "HouseholdAPI", library: .path("/"), source: "household.har"))
        let output =
            ["HouseholdAPI: \(made.endpoints.count) endpoints in \(made.files.count) files"]
            + made.endpoints.map { "  \($0)" } + made.notes.map { "note: \($0)" }
        #expect(page.contains(output.joined(separator: "\n") + "\nswift test --package-path HouseholdAPI\n"))
        let listing = try #require(page.components(separatedBy: "\n```swift\n").dropFirst().first)
        let endpoint = try #require(made.files["Sources/HouseholdAPI/Endpoint/Book/UpdateBookEndpoint.swift"])
        #expect(
            String(decoding: endpoint, as: UTF8.self).hasSuffix(
                "\n" + (listing.components(separatedBy: "```").first ?? "")))
        let layout = try #require(page.components(separatedBy: "### The layout").last?.components(separatedBy: "```"))
        var folder = ""
        for line in layout[1].split(separator: "\n") {
            let path = line.trimmingCharacters(in: .whitespaces).prefix { $0 != " " }
            if path.hasSuffix("/") {
                folder = String(path)
            } else {
                #expect(made.files[(line.hasPrefix(" ") ? folder : "") + path] != nil, "\(path)")
            }
        }
    }
}
