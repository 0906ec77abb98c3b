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
