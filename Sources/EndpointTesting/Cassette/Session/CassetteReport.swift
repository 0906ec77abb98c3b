/// All that was wrong about the use of a cassette, at the end of it.
public struct CassetteFailure: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteIssue``, or why the cassette could not be written.
    public let problems: [any Error]

    /// Throws a report if there is something to report.
    static func check(_ problems: [any Error]) throws(CassetteFailure) {
        if !problems.isEmpty { throw CassetteFailure(problems: problems) }
    }
}

extension CassetteFailure: CustomStringConvertible, LocalizedError {
    /// The problems, one after the other.
    public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }

    public var errorDescription: String? { description }
}
