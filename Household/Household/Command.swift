import EndpointClient
import HouseholdAPI

/// What the arguments of the command line describe.
enum Command: Hashable, Sendable {
    /// The help text, of one command if it is named.
    case help(String? = nil)
    case version
    /// Serve the embedded service; port 0 is any free one.
    case serve(port: UInt16)
    /// Serve a cassette.
    case serveCassette(
        URL, port: UInt16, repeats: Bool = false, allowsCrossOrigin: Bool = false, isPaced: Bool = false)
    /// Perform an action on a server, by default an embedded one.
    case run(Action, server: URL?, cassette: CassetteUse? = nil, log: LogLevel? = nil)
    /// Compare two cassettes.
    case drift(old: URL, new: URL)
    /// List the cassettes in a folder that no test uses.
    case unused(URL)
    /// Write a cassette and its separate files as one file.
    case export(URL, to: URL)
}

extension Command {
    /// Reads the arguments, without the name of the program.
    init(arguments: [String]) throws(UsageError) {
        let options = arguments.prefix { $0 != "--" }
        if options.contains(where: { ["-h", "--help"].contains($0) }) {
            self = .help(options.first.flatMap { Usage.lines(of: $0) == nil ? nil : $0 })
            return
        }
        if options.contains("--version") {
            self = .version
            return
        }
        var arguments = try Arguments(arguments)
        self = try Command(&arguments)
        try arguments.finish()
    }

    private init(_ arguments: inout Arguments) throws(UsageError) {
        let name = arguments.word()
        switch name {
        case "help":
            let name = arguments.word()
            if let name, Usage.lines(of: name) == nil { throw .unknownCommand(name) }
            self = .help(name)
        case "serve":
            let port = try arguments.number(.port, in: 0...UInt16.max) ?? 0
            self =
                arguments.file(.cassette).map { file in
                    .serveCassette(
                        file, port: port, repeats: arguments.flag(.repeats),
                        allowsCrossOrigin: arguments.flag(.cors), isPaced: arguments.flag(.pace))
                } ?? .serve(port: port)
        case "drift":
            let old = URL(fileURLWithPath: try arguments.word("OLD", of: "drift"))
            self = .drift(old: old, new: URL(fileURLWithPath: try arguments.word("NEW", of: "drift")))
        case "unused":
            self = .unused(URL(fileURLWithPath: try arguments.word("FOLDER", of: "unused")))
        case "export":
            let file = URL(fileURLWithPath: try arguments.word("FILE", of: "export"))
            self = .export(file, to: URL(fileURLWithPath: try arguments.word("OUT", of: "export")))
        default:
            let (action, server) = (try Action(name, &arguments), try arguments.server())
            let cassette = try arguments.cassetteUse()
            if action == .watch, server == nil, cassette?.isReplay != true {
                throw .missing(Option.server.rawValue, of: "watch")
            }
            self = .run(
                action == .tour && server != nil ? .readOnlyTour : action, server: server, cassette: cassette,
                log: try arguments.logLevel())
        }
    }
}

/// Something to do with the books.
enum Action: Hashable, Sendable {
    /// All of the following actions, in order.
    case tour
    /// Only the actions that read.
    case readOnlyTour
    /// A list; with `all`, page by page, and the limit is the size of a page.
    case list(author: String?, limit: Int?, all: Bool = false)
    case show(Book.ID)
    case add(BookDraft)
    case update(Book.ID, BookChange)
    case delete(Book.ID)
    case upload(Book.ID, file: URL)
    case download(Book.ID, to: URL)
    /// Show changes on a server that others use, too.
    case watch
}

extension Action {
    /// Takes what the action needs from the arguments.
    init(_ name: String?, _ arguments: inout Arguments) throws(UsageError) {
        switch name {
        case nil: self = .tour
        case "list":
            let (author, limit) = (arguments.option(.author), try arguments.number(.limit, in: 1...1000))
            self = .list(author: author, limit: limit, all: arguments.flag(.all))
        case "show": self = .show(try arguments.word("ID", of: "show"))
        case "add": self = .add(try arguments.draft())
        case "update": self = .update(try arguments.word("ID", of: "update"), try arguments.change())
        case "delete": self = .delete(try arguments.word("ID", of: "delete"))
        case "upload":
            let id = try arguments.word("ID", of: "upload")
            self = .upload(id, file: URL(fileURLWithPath: try arguments.word("FILE", of: "upload")))
        case "download":
            let id = try arguments.word("ID", of: "download")
            self = .download(id, to: URL(fileURLWithPath: try arguments.word("FILE", of: "download")))
        case "watch": self = .watch
        case let name?: throw .unknownCommand(name)
        }
    }
}

/// New values for the parts of a book; nil does not change a part.
struct BookChange: Hashable, Sendable {
    var title: String?
    var author: String?
    var year: Int?

    /// The changed book.
    func applied(to book: Book) -> Book {
        Book(id: book.id, title: title ?? book.title, author: author ?? book.author, year: year ?? book.year)
    }
}

/// How an action uses a cassette.
enum CassetteUse: Hashable, Sendable {
    /// The calls are written to the file.
    case record(URL)
    /// The responses come from the file, and no server is called. A stream arrives immediately or at the recorded
    /// times.
    case replay(URL, isPaced: Bool = false)

    /// Whether no server is called.
    var isReplay: Bool {
        if case .replay = self { true } else { false }
    }
}

/// More than the server accepts, so that a user can see the error.
private let years = -9999...9999

extension Arguments {
    fileprivate mutating func draft() throws(UsageError) -> BookDraft {
        guard let title = option(.title) else { throw .missing(Option.title.rawValue, of: "add") }
        guard let author = option(.author) else { throw .missing(Option.author.rawValue, of: "add") }
        return BookDraft(title: title, author: author, year: try number(.year, in: years))
    }

    fileprivate mutating func change() throws(UsageError) -> BookChange {
        let change = BookChange(title: option(.title), author: option(.author), year: try number(.year, in: years))
        guard change != BookChange() else { throw .nothingToUpdate }
        return change
    }

    /// Takes `--record FILE` or `--replay FILE`, the latter perhaps with `--pace`; not both.
    fileprivate mutating func cassetteUse() throws(UsageError) -> CassetteUse? {
        switch (file(.record), file(.replay)) {
        case (nil, nil): return nil
        case (let file?, nil): return .record(file)
        case (nil, let file?): return .replay(file, isPaced: flag(.pace))
        case (_?, _?): throw .contradiction(.record, .replay)
        }
    }

    /// Takes an option that is the path of a file.
    fileprivate mutating func file(_ option: Option) -> URL? {
        self.option(option).map { URL(fileURLWithPath: $0) }
    }

    /// The level of `--log`.
    fileprivate mutating func logLevel() throws(UsageError) -> LogLevel? {
        guard let text = option(.log) else { return nil }
        guard let level = LogLevel(rawValue: text) else {
            throw .badValue(.log, expected: "debug, info, notice, warning or error")
        }
        return level
    }

    /// The URL of `--server`, if a client can use it.
    fileprivate mutating func server() throws(UsageError) -> URL? {
        guard let text = option(.server) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, url.user == nil, url.query == nil
        else { throw .badValue(.server, expected: "an http or https URL, without a user or a query") }
        return url
    }
}
