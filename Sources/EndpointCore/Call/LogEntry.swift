/// One entry of a log, without secrets: a message for people and fields for programs.
public struct LogEntry: Hashable, Sendable {
    /// When it happened.
    public let date: Date

    /// Its importance.
    public let level: LogLevel

    /// The host of the request, with its port unless that is the default one; nil if the client has no base URL.
    public let host: String?

    /// The event in one line, followed by the lines of the `LogDetails`.
    public let message: String

    /// The same for programs. The page "Decorate a client" lists the names and units.
    public let fields: [String: Value]

    /// The value of a field.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A count, a status or the number of a call.
        case integer(Int)
        /// A time in seconds, to the millisecond.
        case seconds(Double)
    }

    /// An entry by its parts.
    public init(
        date: Date, level: LogLevel, host: String? = nil, message: String, fields: [String: Value] = [:]
    ) {
        (self.date, self.level, self.host, self.message, self.fields) = (date, level, host, message, fields)
    }

    /// The date (RFC 3339, in UTC), the level, the host and the message:
    /// `2025-01-31T09:05:07.250Z info api.example.com #1 GET books/1 → 200 OK, 30 bytes, 0.120 s`.
    public var line: String { "\(Timestamp.text(date)) \(level.rawValue) \(hostAndMessage)" }

    /// The message after the host, for a destination that adds date and level itself.
    package var hostAndMessage: String { host.map { "\($0) \(message)" } ?? message }

    /// The entry as one line of JSON: the fields, `time`, `level`, `host` and `message`, sorted by name. Numbers are
    /// numbers.
    public var json: String {
        var all = fields
        (all["time"], all["level"]) = (.text(Timestamp.text(date)), .text(level.rawValue))
        (all["host"], all["message"]) = (host.map { .text($0) }, .text(message))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(all)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension LogEntry.Value: CustomStringConvertible {
    /// The text, or the number as in JSON.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .seconds(let number): "\(number)"
        }
    }

    /// A time to the millisecond.
    public static func seconds(_ duration: Duration) -> LogEntry.Value {
        .seconds((duration.inSeconds * 1000).rounded() / 1000)
    }

    /// The value, with a text changed.
    func mapText(_ change: (String) -> String) -> LogEntry.Value {
        if case .text(let text) = self { .text(change(text)) } else { self }
    }
}

extension LogEntry.Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .seconds(let number): try container.encode(number)
        }
    }
}

extension LogEntry {
    /// The fields that every entry has.
    static let commonFields: Set<String> = [
        "call", "elapsed", "endpoint", "event", "host", "level", "message", "method", "time", "url",
    ]
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
