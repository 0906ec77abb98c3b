/// An endpoint that lets a value break out of its place.
public struct LintFailure: Error, Hashable, Sendable {
    /// All that was found.
    public let report: LintReport
}

extension LintFailure: CustomStringConvertible, LocalizedError {
    public var description: String { report.description }

    public var errorDescription: String? { description }
}
