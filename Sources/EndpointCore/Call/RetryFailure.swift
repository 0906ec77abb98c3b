/// Why an attempt failed, as far as it matters to whether another one may follow.
public enum RetryFailure: Hashable, Sendable {
    /// The server answered with a status that is a failure to the endpoint.
    case status(Int)
    /// There was no answer.
    case transport(URLError.Code)
    /// The circuit breaker refused the attempt, and allows none for this long, counted from the refusal.
    case breakerOpen(retryAfter: Duration)
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
        case let error as BreakerOpenError: self = .breakerOpen(retryAfter: error.retryAfter)
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

/// Why a failed call is not tried again.
public enum GiveUpReason: Hashable, Sendable {
    /// The policy's number of attempts is used up.
    case attempts
    /// The origin's ``RetryBudget`` is spent: too few calls succeed for another one to be worth its load.
    case budget
    /// The next attempt would begin after the call's deadline.
    case deadline
    /// The request may have been carried out, and doing it twice is not the same as once (RFC 9110 §9.2.2).
    case notIdempotent
    /// The circuit breaker refused the attempt, and allows none for this long, counted from the refusal.
    case breakerOpen(retryAfter: Duration)
    /// The server wants to be left alone for longer than the policy or the deadline allows (RFC 9110 §10.2.3).
    case retryAfter(Duration)
    /// The credential could not be refreshed; the refresh has rules of its own for when it is tried again.
    case credential
    /// The caller does not want the answer any more.
    case cancelled
    /// The same request would fail again: 404, an untrusted certificate, content that does not decode.
    case permanent
}

extension GiveUpReason: CustomStringConvertible {
    /// The reason as the end of a sentence: "not tried again: …".
    public var description: String {
        switch self {
        case .attempts: "all attempts are used up"
        case .budget: "too few calls to this server succeed"
        case .deadline: "the deadline comes first"
        case .notIdempotent: "the request is not safe to repeat"
        case .breakerOpen: "the server has failed repeatedly and is left alone for a while"
        case .retryAfter(let wait): "the server asks to wait for \(wait.components.seconds) s"
        case .credential: "the credential could not be refreshed"
        case .cancelled: "the call was cancelled"
        case .permanent: "it would fail again"
        }
    }
}

/// What one attempt says about the health of the origin: what a ``RetryBudget`` and a ``CircuitBreaker`` are told.
///
/// It is not whether the caller is pleased: a 404 is the answer of a healthy server.
public enum AttemptOutcome: Hashable, Sendable {
    /// The origin answered, and was able to.
    case success
    /// The origin is failing or overloaded, or did not answer.
    case failure
    /// Nothing can be said: offline, cancelled, or refused before anything was sent.
    case neutral
}

extension AttemptOutcome {
    /// What a status says (RFC 9110 §15): 408, 429 and 5xx are failures.
    ///
    /// 501 and 505 are not: they speak about the request, not about the server's health.
    public init(status: Int) {
        switch status {
        case 501, 505: self = .success
        case 408, 429, 500...: self = .failure
        default: self = .success
        }
    }
}

extension URLError.Code {
    /// Whether the device has no network that it may use.
    package var isOffline: Bool {
        switch self {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: true
        default: false
        }
    }

    /// Whether it proves that no byte of the request reached the server: no route, no name, no connection.
    ///
    /// A timeout, a lost connection or a failed handshake proves nothing.
    package var neverLeft: Bool {
        switch self {
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost: true
        default: isOffline
        }
    }

    /// Whether the same request may well succeed a moment later.
    ///
    /// `unknown` is one of them, because Foundation on Linux uses it for most of what it has no name for. It uses it for untrusted
    /// certificates too, which then are refused three times instead of once.
    package var isTransient: Bool {
        switch self {
        case .timedOut, .networkConnectionLost, .badServerResponse, .secureConnectionFailed, .unknown: true
        default: neverLeft
        }
    }
}

/// Where a failure comes from, when its type alone does not say so.
///
/// Either origin means that the failure says nothing about the health of the server that the call was for.
package enum FailureOrigin: Hashable, Sendable {
    /// The call ended before anything of it was sent.
    case beforeSending
    /// The refresh of a credential failed. It has its own rules for when it is tried again.
    case credentialRefresh
}

extension Error {
    /// This failure, of the same type, with its origin: a `URLError` or an ``HTTPError``. Any other error stays as it is.
    package func attributed(to origin: FailureOrigin) -> any Error {
        switch self {
        case let error as URLError: return error.attributed(to: origin)
        case var error as HTTPError:
            error.failureOrigin = origin
            return error
        default: return self
        }
    }

    /// The origin that ``attributed(to:)`` has noted; nil without one.
    package var failureOrigin: FailureOrigin? {
        switch self {
        case let error as URLError: error.errorUserInfo[URLError.originKey] as? FailureOrigin
        case let error as HTTPError: error.failureOrigin
        default: nil
        }
    }
}

extension URLError {
    fileprivate static let originKey = "EndpointFailureOrigin"

    /// This failure with its origin.
    package func attributed(to origin: FailureOrigin) -> URLError {
        URLError(code, userInfo: errorUserInfo.merging([Self.originKey: origin]) { $1 })
    }
}
