/// A cassette that cannot be read, or that must not be written. No file has been changed.
public struct CassetteError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The file is not JSON: what was expected at a line and column, both from 1.
        case notJSON(expected: String, line: Int, column: Int)
        /// The file ends in the middle.
        case truncated(line: Int, column: Int)
        /// The file has the marks of a conflict of git, the first of them in this line.
        case conflict(line: Int)
        /// The file is JSON, but not HAR.
        case notHAR(String)
        /// The file was written by a newer version of this package.
        case newerFormat(Int)
        /// A required member is missing.
        case missing(path: String)
        /// A member has another type than HAR specifies.
        case wrongType(path: String, expected: String, found: String)
        /// A body that is marked as base64 cannot be decoded.
        case base64(path: String)
        /// The members `text` and `_json` of a body differ, at a place within them.
        case bodiesDisagree(path: String, at: String)
        /// The file of a body lies outside the folder of the cassette.
        case fileOutside(path: String, file: String)
        /// The file of a body is not there.
        case fileMissing(path: String, file: String)
        /// The file of a body could not be read.
        case fileUnreadable(path: String, file: String, problem: String)
        /// A body is larger than the format allows, in bytes.
        case bodyTooLarge(path: String, size: Int, limit: Int)
        /// The file would contain secrets.
        case leaks([Leak])
    }

    /// What is wrong.
    public let reason: Reason

    /// The path of the file, if it is known.
    public var file: String?

    /// An error for a reason.
    public init(_ reason: Reason, file: String? = nil) {
        self.reason = reason
        self.file = file
    }
}

extension CassetteError: DescribedError {
    /// A sentence or a few lines. It names the file and the location, and contains no secret.
    public var description: String {
        if case .leaks(let leaks) = reason { return refusal(leaks) }
        return "\(file ?? "The cassette") \(problem)"
    }

    /// Why an entry cannot be read, for a note about that entry: `it has no request.url`.
    func reason(in entry: String) -> String {
        "it " + problem.replacingOccurrences(of: entry + ".", with: "").prefix { $0 != "\n" }.dropLast()
    }

    private var problem: String {
        switch reason {
        case .notJSON(let expected, let line, let column):
            "is not JSON: \(expected) is expected at line \(line), column \(column)."
        case .truncated(let line, let column):
            "ends unexpectedly at line \(line), column \(column)."
        case .conflict(let line):
            "has a conflict of git in line \(line). Take one side with git checkout --ours or --theirs, or record it again."
        case .notHAR(let problem):
            "is JSON, but not a HAR file: \(problem)."
        case .newerFormat(let number):
            "has format \(number), from a newer version of this package. This version reads formats up to \(HARFormat.number)."
        case .missing(let path):
            "has no \(path)."
        case .wrongType(let path, let expected, let found):
            "has a wrong type at \(path): a \(found) where a \(expected) is expected."
        case .base64(let path):
            "says that \(path) is base64, but it is not."
        case .bodiesDisagree(let path, let place):
            "has two versions of one body: \(path).text and \(path)._json disagree at \(place). "
                + "You edited one; delete the other."
        case .fileOutside(let path, let file):
            "names the file \"\(file)\" at \(path), which lies outside its folder."
        case .fileMissing(let path, let file):
            "names the file \"\(file)\" at \(path), which is not beside it. Add it to the commit, or record the cassette again."
        case .fileUnreadable(let path, let file, let problem):
            "names the file \"\(file)\" at \(path), which cannot be read: \(problem)"
        case .bodyTooLarge(let path, let size, let limit):
            "would contain \(size) bytes at \(path). The limit is \(limit); raise it with HARFormat.largestBody."
        case .leaks: ""
        }
    }

    private func refusal(_ leaks: [Leak]) -> String {
        let file = file ?? "the cassette"
        return ["Refusing to write \(file): a secret survived redaction."]
            .appending(leaks.map { "  \($0)" })
            .appending([
                "  If it is a secret, add its place:  .redacting(jsonKeys:), .redacting(headers:) or .redacting(queryNames:)",
                "  If it is not one, keep it:         .keeping(names:), .keeping(values:) or .keeping(jsonPaths:)",
                "  The previous cassette was kept.",
            ])
            .joined(separator: "\n")
    }
}

extension [String] {
    fileprivate func appending(_ more: [String]) -> [String] { self + more }
}
