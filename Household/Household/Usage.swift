import EndpointClient

/// The help text: the forms of the commands, and notes about them.
enum Usage {
    /// The whole help text.
    static let lines =
        ["The books of a household, over HTTP: the worked example of Endpoint.", ""] + forms + [""]
        + notes.flatMap(\.lines)

    static let version = "Household, the worked example of Endpoint, unreleased"

    /// The help text of one command: its forms and the notes about it. Nil if there is no such command.
    static func lines(of command: String) -> [String]? {
        let forms = forms.filter { $0.hasPrefix("swift run Household \(command) ") }
        guard !forms.isEmpty else { return nil }
        return forms + notes.filter { $0.commands.contains(command) }.flatMap(\.lines)
    }

    private static let forms = """
        swift run Household                         a tour of the commands for books
        swift run Household list                    the books: [--author NAME] [--limit N] [--all]
        swift run Household show ID                 one book
        swift run Household add                     a new book: --title TITLE --author NAME [--year N]
        swift run Household update ID               a changed book: [--title TITLE] [--author NAME] [--year N]
        swift run Household delete ID               one book less
        swift run Household upload ID FILE          a picture for the cover: png, jpeg, gif or webp
        swift run Household download ID FILE        the cover as a file
        swift run Household watch                   what changes on the server of --server, until Control-C
        swift run Household serve                   the service itself, until Control-C: [--port N]
        swift run Household serve --cassette FILE   a cassette, for other programs: [--port N] [--repeat] [--cors] [--pace]
        swift run Household drift OLD NEW           what has changed between two cassettes, by the shape of the answers
        swift run Household unused FOLDER           the cassettes in a folder of tests that no test uses any more
        swift run Household export FILE OUT         a cassette with all its bodies in one HAR file, to look at
        """.components(separatedBy: "\n")

    private static let notes = [
        Note("help COMMAND shows one command, --version the version."),
        Note(
            "--server URL asks that server; the URL includes the path of the API: http://127.0.0.1:8080/v1.",
            of: calls + ["watch"]),
        Note("Without --server, each run starts its own service with the same few books.", of: calls),
        Note("The tour adds, changes and deletes a book on that service; with --server it only reads."),
        Note("--all lists all books page by page, with --limit books on each.", of: ["list"]),
        Note(
            "A download that ends early leaves FILE.….partial; the same command downloads the rest.", of: ["download"]),
        Note(
            """
            --record FILE writes what is exchanged to a cassette, a HAR file that any browser opens, without its secrets.
            Large bodies are in separate files such as FILE.6.request.bin; the next recording removes those that it does not need.
            --replay FILE answers from a cassette, without any server, and gives each answer as often as it was recorded.
            """, of: calls + ["watch"]),
        Note(
            "serve --cassette FILE answers other programs from one and uses each response as often as it was recorded.",
            of: ["serve"]),
        Note(
            """
            serve --repeat gives the last answer again and again.
            serve --cors lets scripts of any web page read the answers.
            """, of: ["serve"]),
        Note(
            "The pieces of a recorded stream arrive immediately, and with --pace at the recorded times.",
            of: ["watch", "serve"]),
        Note(
            "--log LEVEL writes a log to standard error: debug, info, notice, warning or error, and above.",
            of: calls + ["watch"]),
        Note("A drift that can break programs ends with exit code 1.", of: ["drift"]),
        Note("A failed call ends with exit code 1.", of: calls + ["watch"]),
        Note(
            "Invalid arguments end with exit code 64.",
            of: calls + ["watch", "serve", "drift", "unused", "export"]),
    ]

    /// The commands that call the service once or a few times, and do not need --server.
    private static let calls = ["list", "show", "add", "update", "delete", "upload", "download"]

    /// A part of the help text: sentences, each on its own line.
    private struct Note {
        let lines: [String]
        /// The commands that it is about; without any it is only in the whole help text.
        let commands: Set<String>

        init(_ text: String, of commands: [String] = []) {
            lines = text.components(separatedBy: "\n")
            self.commands = Set(commands)
        }
    }

    /// Examples to try while the service runs.
    static func invitation(to url: URL) -> [String] {
        """
        The household is served at \(url) until Control-C. For example:

        curl \(url)/books
        curl '\(url)/books?author=le%20guin&limit=1'
        curl -N \(url)/events
        curl -H 'Content-Type: application/json' -d '{"title": "Solaris", "author": "Stanisław Lem"}' \(url)/books
        curl -X DELETE -i \(url)/books/1
        curl -i \(url)/books/1
        swift run Household list --server \(url)

        """.components(separatedBy: "\n")
    }
}
