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
