import EndpointClient
import HouseholdAPI

/// Something to do with the books.
enum Action: Hashable, Sendable {
    case help
    /// All of the following actions up to `download`, in order.
    case tour
    case list(author: String?, limit: Int?)
    case show(Book.ID)
    case add(BookDraft)
    case delete(Book.ID)
    case upload(Book.ID, URL)
    case download(Book.ID, to: URL)
    /// Show changes on a server that others use, too.
    case watch
    /// Serve the service itself; port 0 is any free one.
    case serve(port: UInt16)
}

/// What the arguments of the command line describe.
struct Command: Hashable, Sendable {
    let action: Action
    /// The URL of the API; nil for a service of the program's own.
    let server: URL?
    /// The lowest level of the log on standard error; nil for no log.
    let log: LogLevel?

    static let help = """
        swift run Household                       a tour of the commands, on a service of its own
        swift run Household list                  the books: [--author NAME] [--limit N]
        swift run Household show ID               one book
        swift run Household add TITLE AUTHOR      a new book: [--year N]
        swift run Household delete ID             one book less
        swift run Household upload ID FILE        a picture for the cover: png, jpeg, gif or webp
        swift run Household download ID FILE      the cover as a file
        swift run Household watch                 what changes on the server, until Control-C
        swift run Household serve                 the service itself, until Control-C: [--port N]

        --server URL asks that server; the URL includes the path of the API: http://127.0.0.1:8080/v1.
        --log LEVEL writes a log to standard error: debug, info, notice, warning or error, and above.
        Exit codes: 0, 1 for a failed call, 64 for arguments that cannot be understood, 130 after Control-C.
        """.components(separatedBy: "\n")

    /// Reads the arguments, without the name of the program.
    init(_ arguments: [String]) throws(UsageError) {
        var (words, options): ([String], [String: String]) = ([], [:])
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            if argument == "--help" {
                (action, server, log) = (.help, nil, nil)
                return
            }
            guard let value = rest.popFirst() else { throw UsageError("\(argument) needs a value.") }
            options[argument] = value
        }
        action = try Self.action(words, &options)
        server = try options.take("--server", "an http or https URL") { text in
            URL(string: text).flatMap { ["http", "https"].contains($0.scheme) && $0.host != nil ? $0 : nil }
        }
        log = try options.take("--log", "debug, info, notice, warning or error", LogLevel.init(rawValue:))
        if let option = options.keys.min() { throw UsageError("\(option) is not an option of this command.") }
        if action == .watch, server == nil { throw UsageError("watch needs --server.") }
    }

    private static func action(_ words: [String], _ options: inout [String: String]) throws(UsageError) -> Action {
        let last = words.last ?? ""
        switch (words.first, words.count) {
        case (nil, 0): return .tour
        case ("help", 1): return .help
        case ("list", 1):
            let limit = try options.take("--limit", "a number from 1 to 1000") { (text: String) in
                Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
            }
            return .list(author: options.removeValue(forKey: "--author"), limit: limit)
        case ("show", 2): return .show(last)
        case ("add", 3):
            let year = try options.take("--year", "a year") { Int($0) }
            return .add(BookDraft(title: words[1], author: last, year: year))
        case ("delete", 2): return .delete(last)
        case ("upload", 3): return .upload(words[1], URL(fileURLWithPath: last))
        case ("download", 3): return .download(words[1], to: URL(fileURLWithPath: last))
        case ("watch", 1): return .watch
        case ("serve", 1): return .serve(port: try options.take("--port", "a port") { UInt16($0) } ?? 0)
        default: throw UsageError("\"\(words.joined(separator: " "))\" is not a command with its arguments.")
        }
    }
}

/// Arguments that cannot be understood.
struct UsageError: Error, Hashable {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

extension [String: String] {
    /// Takes an option and reads its value; nil if it is not there.
    fileprivate mutating func take<Option>(
        _ name: String, _ expected: String, _ read: (String) -> Option?
    ) throws(UsageError) -> Option? {
        guard let text = removeValue(forKey: name) else { return nil }
        guard let value = read(text) else { throw UsageError("\(name) needs \(expected).") }
        return value
    }
}
