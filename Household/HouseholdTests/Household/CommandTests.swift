import EndpointTesting
import HouseholdAPI
import Testing

@testable import Household

@Suite struct CommandTests {
    @Test(arguments: [
        ("", Action.tour), ("help", .help), ("list --help", .help), ("list", .list(author: nil, limit: nil)),
        ("list --author Lem --limit 2", .list(author: "Lem", limit: 2)), ("show 1", .show("1")),
        ("add Solaris Lem --year 1961", .add(BookDraft(title: "Solaris", author: "Lem", year: 1961))),
        ("delete 1", .delete("1")), ("upload 1 /a.png", .upload("1", URL(fileURLWithPath: "/a.png"))),
        ("download 1 /a", .download("1", to: URL(fileURLWithPath: "/a"))), ("serve", .serve(port: 0)),
        ("serve --port 8080", .serve(port: 8080)), ("watch --server http://127.0.0.1/v1", .watch),
    ])
    func `a command is read`(arguments: String, action: Action) throws {
        #expect(try Command(arguments.split(separator: " ").map(String.init)).action == action)
    }

    @Test func `the options of a call are read`() throws {
        let command = try Command(["show", "1", "--server", "https://a.example/v1", "--log", "debug"])
        #expect(command.server == URL(string: "https://a.example/v1"))
        #expect(command.log == .debug)
    }

    @Test(arguments: [
        "shwo 1", "show", "show 1 2", "add Solaris", "list --limit 0", "list --limit", "list --year 1",
        "show 1 --limit 1",
        "watch", "list --server ftp://a.example", "list --log loud", "serve --port 65536",
    ])
    func `a command that can't be understood is refused`(arguments: String) {
        #expect(throws: UsageError.self) { try Command(arguments.split(separator: " ").map(String.init)) }
    }
}
