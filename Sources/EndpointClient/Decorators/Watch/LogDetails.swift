/// What a log shows besides its lines.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each request as a command for a shell, with its headers and body, as it comes to the log: what clients further in set is not
    /// in it.
    public static let commands = LogDetails(rawValue: 1)

    /// The headers of each answer.
    public static let headers = LogDetails(rawValue: 2)

    /// The first 4 KiB of the body of each answer.
    public static let bodies = LogDetails(rawValue: 4)
}
