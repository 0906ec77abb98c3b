/// All that was wrong about the use of a cassette, at the end of it.
public struct CassetteReport: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteFinding``, or why the cassette could not be written.
    public let problems: [any Error]

    /// Throws a report if there is something to report.
    static func check(_ problems: [any Error]) throws(CassetteReport) {
        if !problems.isEmpty { throw CassetteReport(problems: problems) }
    }
}

extension CassetteReport: CustomStringConvertible, LocalizedError {
    /// The problems, one after the other.
    public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }

    public var errorDescription: String? { description }
}
