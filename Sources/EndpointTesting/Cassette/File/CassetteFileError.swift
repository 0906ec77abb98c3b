/// A cassette that could not be read from disk or written to it. What was there before is still there.
public struct CassetteFileError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The file is larger than ``CassetteFile/limit``: its size in bytes.
        case tooLarge(Int)
        /// The file cannot be read, in the words of the system.
        case unreadable(String)
        /// The file cannot be written, in the words of the system.
        case unwritable(String)
    }

    /// What is wrong.
    public let reason: Reason

    /// The path of the file.
    public let file: String

    /// An error for a reason.
    public init(_ reason: Reason, file: String) {
        self.reason = reason
        self.file = file
    }
}

extension CassetteFileError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        switch reason {
        case .missing: "There is no cassette \(file)."
        case .tooLarge(let size): "\(file) has \(size) bytes; a cassette has at most \(CassetteFile.limit)."
        case .unreadable(let problem): "\(file) cannot be read: \(problem)."
        case .unwritable(let problem): "\(file) cannot be written: \(problem). The previous cassette was kept."
        }
    }

    public var errorDescription: String? { description }
}
