/// The problems with the use of a cassette, thrown at its end.
public struct CassetteFailure: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteIssue``, or why the cassette could not be written.
    public let problems: [any Error]

    /// Throws if there is a problem.
    static func check(_ problems: [any Error]) throws(CassetteFailure) {
        if !problems.isEmpty { throw CassetteFailure(problems: problems) }
    }
}

extension CassetteFailure: CustomStringConvertible, LocalizedError {
    /// The problems, one below the other.
    public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }

    public var errorDescription: String? { description }
}

/// A condition of a cassette that makes its test fail and that a person should see.
public enum CassetteIssue: Error, Hashable, Sendable {
    /// This number of exchanges was recorded for the first time.
    case recorded(Int, file: String)
    /// A request was not sent, because its method is not safe and the mode ``CassetteMode/auto`` does not record such
    /// requests. The command records them.
    case refused(Interaction.Request, file: String, command: String)
    /// A request was not sent, because it contains what a cassette has in place of a secret. The texts name the places:
    /// `the URL`, `the header Authorization`, `the body`.
    case placeholder(Interaction.Request, in: [String])
    /// The answers of the API have another shape than the recorded ones.
    case drifted(Drift, file: String)
    /// A client of `Cassette.client` was used outside a test with a cassette.
    case noCassette
}

extension CassetteIssue: CustomStringConvertible, LocalizedError {
    /// The condition and what to do about it.
    public var description: String {
        switch self {
        case .recorded(let count, let file):
            return "Recorded \(count.counted("interaction")) in \(file). Run again to replay."
        case .refused(let request, let file, let command):
            return """
                Not sent, because it might change something: \(request)
                  There is no \(file) yet, and without being told only GET, HEAD, OPTIONS, QUERY and TRACE are recorded.
                  To record it too:  \(command)
                """
        case .placeholder(let request, let places):
            return """
                Not sent, because a server cannot do anything with a placeholder of a cassette: \(request)
                  What stands for a secret came from a replayed answer and is in \(places.joined(separator: ", ")).
                  Record the test as a whole:  ENDPOINT_CASSETTE=all swift test
                """
        case .drifted(let drift, let file):
            return "The API has drifted away from \(file).\n\(drift)"
        case .noCassette:
            return """
                There is no cassette here. A client of Cassette.client is for a test with the trait .cassette and for the tasks \
                that it starts; a detached task needs the client handed over.
                """
        }
    }

    public var errorDescription: String? { description }
}

extension Interaction.Request {
    /// Its method and its URL alone, for an error. The URL has no secret of the headers or the body either.
    func methodAndURL(by redaction: Redaction) -> Interaction.Request {
        Interaction.Request(method, redaction.redacting(secretsOf: self).urlText(url))
    }
}

extension Redaction {
    /// This redaction, which also replaces the secrets of a request wherever else they stand.
    func redacting(secretsOf request: Interaction.Request) -> Redaction {
        redacting(secretsOf: request.headers, url: request.url, body: request.body?.data ?? Data())
    }
}
