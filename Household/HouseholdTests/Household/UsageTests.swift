import EndpointTesting
import Testing

@testable import Household

@Suite struct UsageTests {
    @Test(arguments: [
        "list", "show", "add", "update", "delete", "upload", "download", "watch", "serve", "drift", "export",
    ])
    func `explains every command`(command: String) {
        #expect(Usage.lines.contains { $0.hasPrefix("swift run Household \(command)") })
    }

    @Test(arguments: [
        Option.server, .author, .title, .year, .limit, .port, .record, .replay, .cassette, .log, .repeats, .cors,
        .pace, .all,
    ])
    func `explains every option`(option: Option) {
        #expect(Usage.lines.contains { $0.contains(option.rawValue) })
    }

    @Test func `the examples for a server use its URL`() throws {
        let url = try #require(URL(string: "http://127.0.0.1:8080/v1"))
        #expect(Usage.invitation(to: url).contains("curl http://127.0.0.1:8080/v1/books"))
    }
}
