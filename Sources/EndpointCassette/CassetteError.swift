/// What is wrong with a cassette or with its use by a test: it cannot be read, must not be written, has changed, was
/// not used up. A request that it has no response for is an ``UnmatchedRequest``.
///
/// A test with a cassette fails with all problems of its session: see ``problems``.
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
        /// Two members that have the same body differ, at a place within the other one: `text` and `_json`, or the text
        /// of an event stream and its `_eventSourceMessages`.
        case bodiesDisagree(path: String, other: String, at: String)
        /// The file of a body lies outside the folder of the cassette.
        case fileOutside(path: String, file: String)
        /// The file of a body is not there.
        case fileMissing(path: String, file: String)
        /// The file of a body could not be read.
        case fileUnreadable(path: String, file: String, problem: String)
        /// A body is larger than the format allows, in bytes.
        case bodyTooLarge(path: String, size: Int, limit: Int)
        /// The file would contain secrets.
        case leaks([Cassette.Leak])

        /// There is no such file.
        case noFile
        /// The file is, or would be, larger than a cassette may be. Both sizes are in bytes.
        case tooLarge(Int, limit: Int)
        /// The file cannot be read. The value is the message of the system.
        case unreadable(String)
        /// The file cannot be written. The value is the message of the system.
        case unwritable(String)

        /// `ENDPOINT_CASSETTE` has a value that is not one of the modes.
        case unknownMode(String, modes: [String])
        /// The mode records, which is not allowed on a CI machine because the recording is not reviewed there.
        case recordingOnCI(mode: String)
        /// A client of `Cassette.client` was used outside a test with a cassette.
        case noCassette

        /// This number of exchanges was recorded for the first time.
        case recorded(Int)
        /// A request was not sent, because its method is not safe and the mode `auto` does not record such requests.
        /// The command records them.
        case refused(Interaction.Request, command: String)
        /// A request was not sent, because it contains a cassette's placeholder for a secret. The texts name the
        /// places: `the URL`, `the header Authorization`, `the body`.
        case placeholder(Interaction.Request, in: [String])
        /// The responses of the API have another shape than the recorded ones.
        case drifted(Cassette.Drift)
        /// Interactions were never requested: their indices, from 0, and a line for each of the first ten.
        case unused([Int], lines: [String])
        /// A request has no response.
        case unmatched(UnmatchedRequest)
        /// An endpoint cannot decode recorded responses, or has none. The problems are one sentence each, without
        /// secrets.
        case contract(endpoint: String, checked: Int, problems: [String])
        /// Several problems of one session.
        case several([CassetteError])
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

    /// The problems of a session one by one, or this error alone.
    public var problems: [CassetteError] {
        if case .several(let problems) = reason { problems } else { [self] }
    }

    /// Throws if there is a problem: that one, or all of them as one error.
    package static func check(_ problems: [CassetteError], file: String? = nil) throws(CassetteError) {
        if let first = problems.first {
            throw problems.count == 1 ? first : CassetteError(.several(problems), file: file)
        }
    }
}

extension CassetteError: DescribedError {
    /// A sentence or a few lines. It names the file and the location, and contains no secret.
    public var description: String {
        useProblem ?? "\(file ?? "The cassette") \(problem)"
    }

    private var place: String { file ?? "the cassette" }

    /// What is wrong with the use of the cassette, or with the file as a whole; nil for a problem of its content.
    private var useProblem: String? {
        switch reason {
        case .leaks(let leaks): refusal(leaks)
        case .noFile: "There is no cassette \(place)."
        case .tooLarge(let size, let limit):
            "\(place) would have \(size) bytes, and a cassette has at most \(limit). "
                + "Large bodies are written to files of their own with a lower Cassette.Format.largestEmbeddedBody."
        case .unreadable(let problem): "\(place) cannot be read: \(problem)."
        case .unwritable(let problem): "\(place) cannot be written: \(problem). The previous cassette was kept."
        case .unknownMode(let name, let modes):
            "ENDPOINT_CASSETTE=\(name) is not a mode. The modes are: \(modes.joined(separator: ", "))."
        case .recordingOnCI(let mode):
            "ENDPOINT_CASSETTE=\(mode) would record on a CI machine. "
                + "If that is intended, as in a scheduled job, set ENDPOINT_CASSETTE_ALLOW_CI=1."
        case .noCassette:
            """
            There is no cassette here. A client of Cassette.client is for a test with the trait .cassette and for the tasks \
            that it starts; pass the client to a detached task.
            """
        case .recorded(let count): "Recorded \(count.counted("interaction")) in \(place). Run again to replay."
        case .refused(let request, let command):
            """
            Not sent, because it might change something: \(request)
              There is no \(place) yet, and by default only GET, HEAD, OPTIONS, QUERY and TRACE are recorded.
              To record it too:  \(command)
            """
        case .placeholder(let request, let places):
            """
            Not sent, because a server cannot do anything with a placeholder of a cassette: \(request)
              A placeholder for a secret, from a replayed response, is in \(places.joined(separator: ", ")).
              Record the whole test:  ENDPOINT_CASSETTE=all swift test
            """
        case .drifted(let drift): "The API has drifted away from \(place).\n\(drift)"
        case .unused(let indices, let lines):
            indices.count == 1
                ? "1 interaction was never requested.   \(lines.joined())"
                : "\(indices.count) interactions were never requested.\n  \(lines.joined(separator: "\n  "))"
        case .unmatched(let request): request.description
        case .contract(let endpoint, let checked, let problems): violation(endpoint, checked, problems)
        case .several(let problems): problems.map(\.description).joined(separator: "\n")
        default: nil
        }
    }

    private func violation(_ endpoint: String, _ checked: Int, _ problems: [String]) -> String {
        if checked == 0 { return "The cassette has no response for \(endpoint)." }
        let opening = "\(problems.count) of \(checked.counted("recorded answer")) cannot be read by \(endpoint)."
        return ([opening] + problems.map { "  \($0)" }).joined(separator: "\n")
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
            "has format \(number), from a newer version of this package. This version reads formats up to \(Cassette.Format.number)."
        case .missing(let path):
            "has no \(path)."
        case .wrongType(let path, let expected, let found):
            "has a wrong type at \(path): a \(found) where a \(expected) is expected."
        case .base64(let path):
            "says that \(path) is base64, but it is not."
        case .bodiesDisagree(let path, let other, let place):
            "has two versions of one body: \(path) and \(other) disagree at \(place). "
                + "You edited one; delete the other."
        case .fileOutside(let path, let file):
            "names the file \"\(file)\" at \(path), which lies outside its folder."
        case .fileMissing(let path, let file):
            "names the file \"\(file)\" at \(path), which is not beside it. Add it to the commit, or record the cassette again."
        case .fileUnreadable(let path, let file, let problem):
            "names the file \"\(file)\" at \(path), which cannot be read: \(problem)"
        case .bodyTooLarge(let path, let size, let limit):
            "would contain \(size) bytes at \(path). The limit is \(limit); raise it with Cassette.Format.largestBody."
        default: ""
        }
    }

    private func refusal(_ leaks: [Cassette.Leak]) -> String {
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
