import EndpointClient

/// The help text.
enum Usage {
    static let lines = """
        The books of a household, over HTTP: the worked example of Endpoint.

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
        swift run Household export FILE OUT         a cassette with all its bodies in one HAR file, to look at

        help COMMAND shows one command, --version the version.
        --server URL asks that server; without it, each run has a new service of its own with the same few books.
        The tour adds, changes and deletes a book on that service; with --server it only reads.
        --all lists all books page by page, with --limit books on each.
        A download that ends early leaves FILE.partial; the same command downloads the rest.
        --record FILE writes what is exchanged to a cassette, a HAR file that any browser opens, without its secrets. Large bodies are in
        files beside it, such as FILE.6.request.bin; the next recording removes those that it does not need.
        --replay FILE answers from one, without any server, and serve --cassette FILE for other programs: each answer as often as it was
        recorded. The pieces of a stream come at once, and with --pace in the recorded times.
        serve --repeat gives the last answer again and again, and serve --cors lets scripts of any web page read the answers.
        --log LEVEL writes a log on standard error, from debug, info, notice, warning or error on.
        A failed call and a drift that programs may notice end with exit code 1, arguments that make no sense with 64.
        """.components(separatedBy: "\n")

    static let version = "Household, the worked example of Endpoint, unreleased"

    /// The help text of one command; nil if there is no such command.
    static func lines(of command: String) -> [String]? {
        let forms = lines.filter { $0.hasPrefix("swift run Household \(command) ") }
        guard !forms.isEmpty else { return nil }
        let isForBooks = !["serve", "drift", "export"].contains(command)
        return forms + lines.filter { $0.hasPrefix(isForBooks ? "--" : "\(command) --") }
    }

    /// What to try while the service is served.
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
