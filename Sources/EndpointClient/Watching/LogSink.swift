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

    /// Lines for people, on standard error: ``LogEntry/line``.
    public static let standardError = LogSink { entry in
        try FileHandle.standardError.write(contentsOf: Data("\(entry.line)\n".utf8))
    }

    /// Lines of JSON for programs, on standard output: ``LogEntry/json``.
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

/// The importance of a log entry.
public enum LogLevel: String, Hashable, Sendable, Comparable, CaseIterable {
    /// A step of every call.
    case debug
    /// A call that succeeded.
    case info
    /// A failure that the client handles, such as one that it tries again.
    case notice
    /// A problem that the operator of the program should look at.
    case warning
    /// A call that failed.
    case error

    public static func < (first: LogLevel, second: LogLevel) -> Bool {
        first.rank < second.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CallEvent {
    /// Its importance.
    public var level: LogLevel { step.level(for: request) }
}

extension CallStep {
    /// The level of its log entry.
    func level(for request: APIRequest) -> LogLevel {
        switch self {
        case .began, .attempted, .sending, .sent, .redirected, .queued, .admitted, .waitingForCredential,
            .streaming:
            .debug
        case .retrying, .gaveUp, .replaying, .breakerClosed, .breakerRejected, .fellBack: .notice
        case .warned, .noCredential, .refreshFailed, .breakerOpened: .warning
        case .ended(.success(let response)): Self.level(of: response, to: request)
        case .ended(.failure(let error)): Self.level(of: error)
        }
    }

    /// The level of a call that ended with a response.
    static func level(of response: APIResponse, to request: APIRequest) -> LogLevel {
        request.isAccepted(response) ? .info : .error
    }

    /// The level of a call that ended with an error.
    static func level(of error: any Error) -> LogLevel {
        error is CancellationError ? .notice : .error
    }
}

#if canImport(os)
    extension LogSink {
        /// The system's log. Its messages are marked as public: they hold no secrets.
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
