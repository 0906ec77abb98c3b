import EndpointTesting
import HouseholdAPI
import Testing

@testable import Household

@Suite struct CommandTests {
    private static let file = URL(fileURLWithPath: "/x.har")

    private static let valid: [([String], Command)] = [
        ([], .run(.tour, server: nil)),
        (["list"], .run(.list(author: nil, limit: nil), server: nil)),
        (["list", "--author", "Ende", "--limit", "2"], .run(.list(author: "Ende", limit: 2), server: nil)),
        (["--limit=2", "list", "--author="], .run(.list(author: "", limit: 2), server: nil)),
        (["list", "--all", "--limit", "2"], .run(.list(author: nil, limit: 2, all: true), server: nil)),
        (["show", "1"], .run(.show("1"), server: nil)),
        (["show", ""], .run(.show(""), server: nil)),
        (["show", "--", "--help"], .run(.show("--help"), server: nil)),
        (["show", "-"], .run(.show("-"), server: nil)),
        (["add", "--title", "T", "--author", "A"], .run(.add(BookDraft(title: "T", author: "A")), server: nil)),
        (
            ["add", "--title=a=b", "--author", "A", "--year", "-700"],
            .run(.add(BookDraft(title: "a=b", author: "A", year: -700)), server: nil)
        ),
        (["update", "1", "--year", "2000"], .run(.update("1", BookChange(year: 2000)), server: nil)),
        (
            ["update", "--title", "T", "1", "--author", "A"],
            .run(.update("1", BookChange(title: "T", author: "A")), server: nil)
        ),
        (["delete", "1"], .run(.delete("1"), server: nil)),
        (["upload", "1", "/a b.png"], .run(.upload("1", file: URL(fileURLWithPath: "/a b.png")), server: nil)),
        (["download", "1", "/a b.png"], .run(.download("1", to: URL(fileURLWithPath: "/a b.png")), server: nil)),
        (["watch", "--server", "http://h"], .run(.watch, server: URL(string: "http://h"))),
        (["watch", "--replay", "/x.har"], .run(.watch, server: nil, cassette: .replay(file))),
        (["watch", "--replay", "/x.har", "--pace"], .run(.watch, server: nil, cassette: .replay(file, isPaced: true))),
        (["serve"], .serve(port: 0)),
        (["serve", "--port", "65535"], .serve(port: 65535)),
        (["--server", "http://h:1/v1", "show", "1"], .run(.show("1"), server: URL(string: "http://h:1/v1"))),
        (["--server", "HTTPS://h"], .run(.readOnlyTour, server: URL(string: "HTTPS://h"))),
        (["serve", "--cassette", "/x.har"], .serveCassette(file, port: 0)),
        (
            ["serve", "--repeat", "--cassette", "/x.har", "--cors", "--port", "1"],
            .serveCassette(file, port: 1, repeats: true, allowsCrossOrigin: true)
        ),
        (["serve", "--cassette", "/x.har", "--pace"], .serveCassette(file, port: 0, isPaced: true)),
        (["unused", "/x"], .unused(URL(fileURLWithPath: "/x"))),
        (["export", "/x.har", "/y.har"], .export(file, to: URL(fileURLWithPath: "/y.har"))),
        (["--record", "/x.har"], .run(.tour, server: nil, cassette: .record(file))),
        (["show", "1", "--replay=/x.har"], .run(.show("1"), server: nil, cassette: .replay(file))),
        (
            ["delete", "1", "--server", "http://h", "--record", "/x.har"],
            .run(.delete("1"), server: URL(string: "http://h"), cassette: .record(file))
        ),
        (["drift", "/x.har", "/y.har"], .drift(old: file, new: URL(fileURLWithPath: "/y.har"))),
        (["help"], .help()),
        (["help", "list"], .help("list")),
        (["list", "--help"], .help("list")),
        (["--version"], .version),
        (["--help"], .help()),
        (["-h"], .help()),
        (["list", "--bogus", "--help"], .help("list")),
    ]

    @Test(arguments: valid)
    func `valid arguments are parsed`(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    private static let invalid: [([String], UsageError)] = [
        ([""], .unknownCommand("")),
        (["shelve"], .unknownCommand("shelve")),
        (["--", "--server", "x"], .unknownCommand("--server")),
        (["list", "--color", "red"], .unknownOption("--color")),
        (["list", "-a"], .unknownOption("-a")),
        (["list", "--Author", "x"], .unknownOption("--Author")),
        (["list", "--title", "x"], .misplaced(.title)),
        (["serve", "--server", "http://h"], .misplaced(.server)),
        (["list", "--author"], .missingValue(.author)),
        (["list", "--author", "--limit", "2"], .missingValue(.author)),
        (["list", "--limit", "1", "--limit=2"], .repeated(.limit)),
        (["list", "--record", "x", "--replay", "y"], .contradiction(.record, .replay)),
        (["list", "--cassette", "x"], .misplaced(.cassette)),
        (["serve", "--record", "x"], .misplaced(.record)),
        (["drift", "a", "b", "--replay", "x"], .misplaced(.replay)),
        (["serve", "--repeat"], .misplaced(.repeats)),
        (["serve", "--cassette", "x", "--cors=yes"], .badValue(.cors, expected: "no value")),
        (["export", "a"], .missing("OUT", of: "export")),
        (["drift"], .missing("OLD", of: "drift")),
        (["drift", "a"], .missing("NEW", of: "drift")),
        (["list", "--record"], .missingValue(.record)),
        (["show"], .missing("ID", of: "show")),
        (["delete"], .missing("ID", of: "delete")),
        (["update", "--title", "T"], .missing("ID", of: "update")),
        (["update", "1"], .nothingToUpdate),
        (["upload", "1"], .missing("FILE", of: "upload")),
        (["download"], .missing("ID", of: "download")),
        (["download", "1"], .missing("FILE", of: "download")),
        (["watch"], .missing("--server", of: "watch")),
        (["watch", "--record", "x"], .missing("--server", of: "watch")),
        (["list", "--pace"], .misplaced(.pace)),
        (["list", "--record", "x", "--pace"], .misplaced(.pace)),
        (["serve", "--pace"], .misplaced(.pace)),
        (["list", "--all=yes"], .badValue(.all, expected: "no value")),
        (["show", "1", "--all"], .misplaced(.all)),
        (["add", "--title", "T"], .missing("--author", of: "add")),
        (["add", "--author", "A"], .missing("--title", of: "add")),
        (["show", "1", "2"], .unexpected("2")),
        (["list", "1"], .unexpected("1")),
    ]

    @Test(arguments: invalid)
    func `invalid arguments are refused`(arguments: [String], error: UsageError) {
        #expect(throws: error) { try Command(arguments: arguments) }
    }

    @Test(arguments: ["0", "-1", "1001", "x", "", "1.5", "1e2", "99999999999999999999"])
    func `a limit is a number from 1 to 1000`(text: String) {
        #expect(throws: UsageError.badValue(.limit, expected: "a whole number from 1 to 1000")) {
            try Command(arguments: ["list", "--limit=\(text)"])
        }
    }

    @Test(arguments: ["-1", "65536", "http"])
    func `a port is a number of 16 bits`(text: String) {
        #expect(throws: UsageError.badValue(.port, expected: "a whole number from 0 to 65535")) {
            try Command(arguments: ["serve", "--port=\(text)"])
        }
    }

    @Test(arguments: ["", "h", "/v1", "ftp://h", "http://", "file:///etc", "http://me:secret@h", "http://h/?key=x"])
    func `a server is a valid URL without secrets`(text: String) {
        let expected = "an http or https URL, without a user or a query"
        #expect(throws: UsageError.badValue(.server, expected: expected)) {
            try Command(arguments: ["list", "--server=\(text)"])
        }
    }

    private let book = Book(id: "1", title: "T", author: "A", year: 1)

    @Test func `a change replaces the given values`() {
        let change = BookChange(title: "U", author: "B", year: 2)
        #expect(change.applied(to: book) == Book(id: "1", title: "U", author: "B", year: 2))
    }

    @Test func `a change keeps the other values`() {
        #expect(BookChange().applied(to: book) == book)
    }
}
