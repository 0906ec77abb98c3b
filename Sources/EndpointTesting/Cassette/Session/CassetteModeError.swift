/// An `ENDPOINT_CASSETTE` that cannot be followed.
public enum CassetteModeError: Error, Hashable, Sendable {
    /// There is no mode of that name.
    case unknown(String)
    /// A mode that records, on a machine where nobody looks at what is recorded.
    case recordingOnCI(CassetteMode)
}

extension CassetteModeError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .unknown(let name):
            let names = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
            return "ENDPOINT_CASSETTE=\(name) is no mode. There are: \(names)."
        case .recordingOnCI(let mode):
            return "ENDPOINT_CASSETTE=\(mode.rawValue) would record on a CI machine. "
                + "If that is meant, as in a scheduled job, set ENDPOINT_CASSETTE_ALLOW_CI=1."
        }
    }

    public var errorDescription: String? { description }
}
