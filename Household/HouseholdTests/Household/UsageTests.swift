import EndpointTesting
import Testing

@testable import Household

@Suite struct UsageTests {
    private static let commands = [
        "list", "show", "add", "update", "delete", "upload", "download", "watch", "serve", "drift", "unused", "export",
    ]

    @Test(arguments: commands)
    func `every command is explained`(command: String) {
        #expect(Usage.lines.contains { $0.hasPrefix("swift run Household \(command)") })
    }

    @Test(arguments: [
        Option.server, .author, .title, .year, .limit, .port, .record, .replay, .cassette, .log, .repeats, .cors,
        .pace, .all,
    ])
    func `every option is explained`(option: Option) {
        #expect(Usage.lines.contains { $0.contains(option.rawValue) })
    }

    @Test(arguments: commands)
    func `the help of a command has its forms and whole sentences of the whole help`(command: String) throws {
        let lines = try #require(Usage.lines(of: command))
        let notes = lines.drop { $0.hasPrefix("swift run Household \(command) ") }
        #expect(!notes.isEmpty)
        #expect(notes.filter { !$0.hasSuffix(".") || $0.hasPrefix("swift run") } == [])
        #expect(lines == Usage.lines.filter(Set(lines).contains))
    }

    @Test(arguments: [
        ("--server URL", ["list", "show", "add", "update", "delete", "upload", "download", "watch"]),
        ("Without --server", ["list", "show", "add", "update", "delete", "upload", "download"]),
        ("--all lists", ["list"]),
        ("A download that ends early leaves FILE.….partial; the same command", ["download"]),
        ("--record FILE", ["list", "show", "add", "update", "delete", "upload", "download", "watch"]),
        ("serve --cassette FILE answers", ["serve"]), ("serve --repeat", ["serve"]), ("serve --cors", ["serve"]),
        ("The pieces of a recorded stream arrive immediately, and with --pace", ["watch", "serve"]),
        ("A drift", ["drift"]), ("Invalid arguments", commands), ("The tour adds", []),
    ])
    func `a note is in the help of its commands only`(start: String, owners: [String]) {
        #expect(Usage.lines.contains { $0.hasPrefix(start) })
        #expect(Self.commands.filter { Usage.lines(of: $0)?.contains { $0.hasPrefix(start) } == true } == owners)
    }

    @Test func `the URL of a server includes the path of the API`() {
        #expect(Usage.lines(of: "list")?.contains { $0.hasPrefix("--server") && $0.contains("/v1") } == true)
    }

    @Test func `the examples for a server use its URL`() throws {
        let url = try #require(URL(string: "http://127.0.0.1:8080/v1"))
        #expect(Usage.invitation(to: url).contains("curl http://127.0.0.1:8080/v1/books"))
    }
}
