/// An endpoint that lets a value break out of its place.
public struct FuzzFailure: Error, Hashable, Sendable {
    /// All that was found.
    public let report: FuzzReport
}

extension FuzzFailure: CustomStringConvertible, LocalizedError {
    public var description: String { report.description }

    public var errorDescription: String? { description }
}
