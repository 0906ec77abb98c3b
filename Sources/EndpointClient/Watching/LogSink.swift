/// Where the entries of a log go.
public struct LogSink: Sendable {
    let write: @Sendable (LogEntry) throws -> Void

    /// What is less than this is not told, and costs next to nothing.
    private(set) var lowest = LogLevel.debug

    /// A sink of your own. It is called with one entry after the other; what it throws is ignored.
    public init(_ write: @escaping @Sendable (LogEntry) throws -> Void) {
        self.write = write
    }

    /// Lines for people, on standard error.
    public static let standardError = LogSink { entry in
        try FileHandle.standardError.write(contentsOf: Data("\(entry.message)\n".utf8))
    }

    /// Lines of JSON for programs, on standard output.
    public static let jsonLines = LogSink { entry in
        try FileHandle.standardOutput.write(contentsOf: Data("\(entry.json)\n".utf8))
    }

    /// This sink, for entries of a level or above.
    public func from(_ level: LogLevel) -> LogSink {
        var sink = self
        sink.lowest = max(lowest, level)
        return sink
    }
}

/// One entry of a log, without secrets: a sentence for people, fields for programs.
public struct LogEntry: Hashable, Sendable {
    /// How much it matters.
    public let level: LogLevel

    /// What happened, in one line, and the details that were asked for in the lines below.
    public let message: String

    /// The same for programs: `call`, `event`, `endpoint`, `method`, `url`, `elapsed` in seconds, and what the event is about.
    public let fields: [String: String]

    /// An entry by its parts.
    public init(level: LogLevel, message: String, fields: [String: String] = [:]) {
        self.level = level
        self.message = message
        self.fields = fields
    }
}

extension LogEntry {
    /// The entry as one line of JSON, its fields sorted by name, `level` and `message` among them.
    public var json: String {
        let all = fields.merging(["level": level.rawValue, "message": message]) { own, _ in own }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(all)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    static func dropped(_ count: Int) -> LogEntry {
        LogEntry(
            level: .warning, message: "\(count) events were dropped: the log is written too slowly",
            fields: ["event": "dropped", "count": "\(count)"])
    }
}

/// How much an entry of a log matters.
public enum LogLevel: String, Hashable, Sendable, Comparable, CaseIterable {
    /// What happens on every call.
    case debug
    /// A call that ended as it should.
    case info
    /// Something went wrong, and the client deals with it.
    case notice
    /// Something that whoever runs the program should know.
    case warning
    /// A call that failed.
    case error

    public static func < (first: LogLevel, second: LogLevel) -> Bool {
        first.rank < second.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .notice: 2
        case .warning: 3
        case .error: 4
        }
    }
}

extension CallStep {
    /// How much it matters to a log.
    func level(for request: APIRequest) -> LogLevel {
        switch self {
        case .began, .attempted, .redirected, .queued, .admitted, .waitingForCredential: .debug
        case .retrying, .gaveUp, .replaying, .breakerClosed, .breakerRejected, .fellBack: .notice
        case .warned, .noCredential, .breakerOpened: .warning
        case .ended(.success(let response)): Self.level(of: response, to: request)
        case .ended(.failure(let error)): Self.level(of: error)
        }
    }

    /// How much it matters that a call ended with an answer.
    static func level(of response: APIResponse, to request: APIRequest) -> LogLevel {
        request.isAccepted(response) ? .info : .error
    }

    /// How much it matters that a call ended without an answer.
    static func level(of error: any Error) -> LogLevel {
        error is CancellationError ? .notice : .error
    }
}
