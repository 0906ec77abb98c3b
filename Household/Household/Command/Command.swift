import EndpointClient
import HouseholdAPI

/// What the arguments ask for.
enum Command: Hashable, Sendable {
    case help
    /// Serve the embedded service, or a cassette; port 0 is any free one.
    case serve(port: UInt16, cassette: URL? = nil)
    /// Do something on a server, or on an embedded service of its own.
    case run(Action, server: URL?, cassette: CassetteUse? = nil, log: LogLevel? = nil)
    /// Compare two cassettes.
    case drift(old: URL, new: URL)
}

extension Command {
    /// Reads the arguments, without the name of the program.
    init(arguments: [String]) throws(UsageError) {
        if arguments.prefix(while: { $0 != "--" }).contains(where: { ["-h", "--help"].contains($0) }) {
            self = .help
            return
        }
        var arguments = try Arguments(arguments)
        self = try Command(&arguments)
        try arguments.finish()
    }

    private init(_ arguments: inout Arguments) throws(UsageError) {
        let name = arguments.word()
        switch name {
        case "help": self = .help
        case "serve":
            self = .serve(
                port: try arguments.number(.port, in: 0...UInt16.max) ?? 0, cassette: arguments.file(.cassette))
        case "drift":
            let old = URL(fileURLWithPath: try arguments.word("OLD", of: "drift"))
            self = .drift(old: old, new: URL(fileURLWithPath: try arguments.word("NEW", of: "drift")))
        default:
            let action = try Action(name, &arguments)
            self = .run(
                action, server: try arguments.server(), cassette: try arguments.cassetteUse(),
                log: try arguments.logLevel())
        }
    }
}

extension Arguments {
    /// The level of `--log`.
    fileprivate mutating func logLevel() throws(UsageError) -> LogLevel? {
        guard let text = option(.log) else { return nil }
        guard let level = LogLevel(rawValue: text) else {
            throw .badValue(.log, expected: "debug, info, notice, warning or error")
        }
        return level
    }

    /// The URL of `--server`, which has to be one that a client can use.
    fileprivate mutating func server() throws(UsageError) -> URL? {
        guard let text = option(.server) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, url.user == nil, url.query == nil
        else { throw .badValue(.server, expected: "an http or https URL, without a user or a query") }
        return url
    }
}
