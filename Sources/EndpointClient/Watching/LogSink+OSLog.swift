#if canImport(os)
    import os

    extension LogSink {
        /// The system's log. The messages hold no secrets, so they are public in it.
        public static func logger(_ logger: Logger) -> LogSink {
            LogSink { entry in logger.log(level: entry.level.systemLevel, "\(entry.message, privacy: .public)") }
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
