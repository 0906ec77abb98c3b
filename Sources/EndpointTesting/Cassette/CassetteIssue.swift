/// The problems of a cassette session, thrown at its end.
public struct CassetteFailure: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteIssue``, or the error of writing the cassette.
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

/// A condition of a cassette that fails its test and needs a person's attention.
public enum CassetteIssue: Error, Hashable, Sendable {
    /// This number of exchanges was recorded for the first time.
    case recorded(Int, file: String)
    /// A request was not sent, because its method is not safe and the mode ``CassetteMode/auto`` does not record such
    /// requests. The command records them.
    case refused(Interaction.Request, file: String, command: String)
    /// A request was not sent, because it contains a cassette's placeholder for a secret. The texts name the places:
    /// `the URL`, `the header Authorization`, `the body`.
    case placeholder(Interaction.Request, in: [String])
    /// The responses of the API have another shape than the recorded ones.
    case drifted(Drift, file: String)
    /// A client of `Cassette.client` was used outside a test with a cassette.
    case noCassette
}

extension CassetteIssue: CustomStringConvertible, LocalizedError {
    /// The condition and how to resolve it.
    public var description: String {
        switch self {
        case .recorded(let count, let file):
            return "Recorded \(count.counted("interaction")) in \(file). Run again to replay."
        case .refused(let request, let file, let command):
            return """
                Not sent, because it might change something: \(request)
                  There is no \(file) yet, and by default only GET, HEAD, OPTIONS, QUERY and TRACE are recorded.
                  To record it too:  \(command)
                """
        case .placeholder(let request, let places):
            return """
                Not sent, because a server cannot do anything with a placeholder of a cassette: \(request)
                  A placeholder for a secret, from a replayed response, is in \(places.joined(separator: ", ")).
                  Record the whole test:  ENDPOINT_CASSETTE=all swift test
                """
        case .drifted(let drift, let file):
            return "The API has drifted away from \(file).\n\(drift)"
        case .noCassette:
            return """
                There is no cassette here. A client of Cassette.client is for a test with the trait .cassette and for the tasks \
                that it starts; pass the client to a detached task.
                """
        }
    }

    public var errorDescription: String? { description }
}

extension Interaction.Request {
    /// Its method and URL only, for an error. The URL does not contain secrets of the headers or the body either.
    func methodAndURL(by redaction: Redaction) -> Interaction.Request {
        Interaction.Request(method, redaction.redacting(secretsOf: self).urlText(url))
    }
}

extension Redaction {
    /// This redaction, which also replaces the secrets of a request wherever they occur.
    func redacting(secretsOf request: Interaction.Request) -> Redaction {
        redacting(secretsOf: request.headers, url: request.url, body: request.body?.data ?? Data())
    }
}
