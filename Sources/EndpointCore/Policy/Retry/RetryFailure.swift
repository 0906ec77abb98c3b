/// Why an attempt failed, as far as it matters to whether another one may follow.
public enum RetryFailure: Hashable, Sendable {
    /// The server answered with a status that is a failure to the endpoint.
    case status(Int)
    /// There was no answer.
    case transport(URLError.Code)
    /// The breaker did not let the attempt out. The time is on the clock that the breaker is told.
    case breakerOpen(until: Duration)
    /// The caller does not want the answer any more.
    case cancelled
    /// Anything else: a request that cannot be built, content that does not decode, a replay without a match.
    case permanent
}

extension RetryFailure {
    /// The failure behind an error. One that is not known is permanent, so that nothing is repeated by accident.
    public init(_ error: any Error) {
        switch error {
        case let error as HTTPError: self = .status(error.status)
        case let error as URLError where error.code == .cancelled: self = .cancelled
        case let error as URLError: self = .transport(error.code)
        case let error as BreakerOpenError: self = .breakerOpen(until: error.until)
        case is CancellationError: self = .cancelled
        default: self = .permanent
        }
    }

    /// What it says about the origin's health.
    public var outcome: AttemptOutcome {
        switch self {
        case .status(let status): AttemptOutcome(status: status)
        case .transport(let code): code.isTransient && !code.isOffline ? .failure : .neutral
        case .breakerOpen, .cancelled, .permanent: .neutral
        }
    }

    /// Whether it proves that the server saw nothing of the request, so that any method may be sent again.
    public var neverLeft: Bool {
        switch self {
        case .transport(let code): code.neverLeft
        case .breakerOpen: true
        case .status, .cancelled, .permanent: false
        }
    }
}

extension RetryFailure: CustomStringConvertible {
    /// A few words: `503 Service Unavailable`, `timed out`.
    public var description: String {
        switch self {
        case .status(let status): HTTPStatus.line(status)
        case .transport(let code): code.words
        case .breakerOpen: "not sent: the breaker is open"
        case .cancelled: "cancelled"
        case .permanent: "failed"
        }
    }
}

extension URLError.Code {
    fileprivate var words: String {
        switch self {
        case .timedOut: "timed out"
        case .notConnectedToInternet: "no connection"
        case .cannotFindHost, .dnsLookupFailed: "host not found"
        case .cannotConnectToHost: "no connection to the host"
        case .networkConnectionLost: "connection lost"
        case .secureConnectionFailed: "no secure connection"
        case .badServerResponse: "broken answer"
        default: "failed with URLError \(rawValue)"
        }
    }
}
