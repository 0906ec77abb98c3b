/// Where the answer to one request comes from, and whether it is kept.
enum RequestAction: Hashable, Sendable {
    /// From the API.
    case pass
    /// From the API, and kept.
    case record
    /// From the cassette, or it is an error.
    case replay
    /// From the cassette, or else from the API, and kept.
    case replayOrRecord
    /// From the API, and kept to compare, if it is in the cassette; or it is an error.
    case compare
    /// From nowhere: it might change something.
    case refuse
}

extension CassetteMode {
    private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]

    /// What becomes of a request with that method.
    func plan(for method: String, isRecorded hasFile: Bool) -> RequestAction {
        switch self {
        case .auto where hasFile: .replay
        case .auto: Self.safe.contains(method) ? .record : .refuse
        case .replay: .replay
        case .missing: .replayOrRecord
        case .all: .record
        case .verify: .compare
        case .live: .pass
        }
    }
}
