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
