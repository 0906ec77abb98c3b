import EndpointClient
import Logging

extension LogSink {
    /// A logger of swift-log. The fields of an entry become its metadata: `host`, `call`, `event`, `endpoint`,
    /// `method`, `url`, `elapsed` and those of the event.
    ///
    /// Entries are written on a queue of their own, where the task's metadata provider is out of reach. So give each
    /// request of your server the client with that request's logger, whose metadata it keeps:
    /// `client.logging(to: .swiftLog(context.logger))`. Entries below the logger's level are not made. Each sink counts
    /// calls from 1: give all clients of a request the same one.
    public static func swiftLog(_ logger: Logger) -> LogSink {
        LogSink { entry in
            logger.log(
                level: Logger.Level(entry.level), "\(entry.message)",
                metadata: metadata(of: entry), source: "Endpoint")
        }
        .from(LogLevel(logger.logLevel))
    }

    private static func metadata(of entry: LogEntry) -> Logger.Metadata {
        var metadata = entry.fields.mapValues { Logger.MetadataValue.string("\($0)") }
        metadata["host"] = entry.host.map { .string($0) }
        return metadata
    }
}

extension Logger.Level {
    fileprivate init(_ level: LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            }
    }
}

extension LogLevel {
    /// The lowest level of entries that a logger writes.
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error, .critical: .error
            }
    }
}
