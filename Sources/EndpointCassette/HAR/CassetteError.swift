/// A cassette that cannot be read, or that must not be written. Nothing has been written.
public struct CassetteError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The file is not JSON: what was expected at a line and column, both from 1.
        case notJSON(expected: String, line: Int, column: Int)
        /// The file ends in the middle.
        case truncated(line: Int, column: Int)
        /// The file is JSON, but not HAR.
        case notHAR(String)
        /// Something is missing that no exchange can do without.
        case missing(path: String)
        /// Something is of another type than HAR says.
        case wrongType(path: String, expected: String, found: String)
        /// A body that says it is base64, but is not.
        case base64(path: String)
        /// A body and its readable twin differ, at a place within them.
        case bodiesDisagree(path: String, at: String)
        /// A body in a file of its own that lies outside the folder of the cassette.
        case fileOutside(path: String, file: String)
        /// A body in a file of its own that could not be read.
        case fileUnreadable(path: String, file: String, problem: String)
        /// A body that is larger than cassettes should hold, in bytes.
        case bodyTooLarge(path: String, size: Int, limit: Int)
        /// Secrets that would have been written.
        case leaks([Leak])
    }

    /// What is wrong.
    public let reason: Reason

    /// The file, if whoever read or wrote it has said so.
    public var file: String?

    /// An error for a reason.
    public init(_ reason: Reason, file: String? = nil) {
        self.reason = reason
        self.file = file
    }
}
