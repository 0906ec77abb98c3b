/// Something about a cassette that whoever runs its test has to know, and that makes the test fail.
public enum CassetteIssue: Error, Hashable, Sendable {
    /// So many exchanges were recorded for the first time.
    case recorded(Int, file: String)
    /// A request was not sent, because it might change something and nobody has allowed to record it.
    case refused(Interaction.Request, file: String)
    /// The answers of the API have another shape than the recorded ones.
    case drifted(Drift, file: String)
    /// A client of the current cassette was used where there is none.
    case noCassette
}

extension CassetteIssue: CustomStringConvertible, LocalizedError {
    /// What was found, and what to do.
    public var description: String {
        switch self {
        case .recorded(let count, let file):
            return "Recorded \(count) \(count == 1 ? "interaction" : "interactions") in \(file). Run again to replay."
        case .refused(let request, let file):
            return """
                Not sent, because it might change something: \(request)
                  There is no \(file) yet, and without being told only GET, HEAD, OPTIONS, QUERY and TRACE are recorded.
                  To record it too:  ENDPOINT_CASSETTE=missing swift test
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
