#if canImport(os)
    import os
#endif

/// The destination of log entries.
public struct LogSink: Sendable {
    let write: @Sendable (LogEntry) throws -> Void

    /// The lowest level that is written. Entries below it are not made.
    private(set) var lowest = LogLevel.debug

    /// The number of calls so far that all clients with this sink have made.
    let calls = Locked<UInt64>(0)

    /// A sink of your own. It is called with one entry at a time; errors that it throws are ignored.
    public init(_ write: @escaping @Sendable (LogEntry) throws -> Void) {
        self.write = write
    }

    /// Lines for people to read, on standard error: `LogEntry.line`.
    public static let standardError = LogSink { entry in
        try FileHandle.standardError.write(contentsOf: Data("\(entry.line)\n".utf8))
    }

    /// Lines of JSON for programs, on standard output: `LogEntry.json`.
    public static let jsonLines = LogSink { entry in
        try FileHandle.standardOutput.write(contentsOf: Data("\(entry.json)\n".utf8))
    }

    /// This sink, for entries of a level or above. Its calls are counted with those of this one.
    public func from(_ level: LogLevel) -> LogSink {
        var sink = self
        sink.lowest = max(lowest, level)
        return sink
    }
}

extension LogEntry {
    /// The notice that events were dropped, with the date of the last one. It has a level that the sink writes.
    static func dropped(_ count: Int, at date: Date, lowest: LogLevel) -> LogEntry {
        LogEntry(
            date: date, level: max(.warning, lowest),
            message: "\(count.counted("event")) \(count == 1 ? "was" : "were") dropped: the log sink is too slow",
            fields: ["event": .text("dropped"), "count": .integer(count)])
    }
}

#if canImport(os)
    extension LogSink {
        /// The system's log. Its messages are marked as public: they contain no secrets.
        public static func logger(_ logger: Logger) -> LogSink {
            LogSink { entry in logger.log(level: entry.level.systemLevel, "\(entry.hostAndMessage, privacy: .public)") }
        }
    }

    extension LogLevel {
        fileprivate var systemLevel: OSLogType {
            switch self {
            case .debug: .debug
            case .info: .info
            case .notice: .default
            case .warning, .error: .error
            }
        }
    }
#endif
