/// Why an attempt failed. It decides whether another attempt may follow.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RetryFailure: Hashable, Sendable {
    /// The response has a status that the endpoint does not accept.
    case status(Int)
    /// There was no response.
    case transport(URLError.Code)
    /// The circuit breaker refused the attempt, and allows none for this long, counted from the refusal.
    case breakerOpen(retryAfter: Duration)
    /// The caller cancelled the call.
    case cancelled
    /// Anything else: a request that cannot be built, content that does not decode, a replay without a match.
    case permanent
}

extension RetryFailure {
    /// Classifies an error. An unknown error is permanent, so that no request is repeated by accident.
    public init(_ error: any Error) {
        switch error {
        case let error as URLError where error.code == .cancelled: self = .cancelled
        case let error as URLError: self = .transport(error.code)
        case let error as BreakerOpenError: self = .breakerOpen(retryAfter: error.retryAfter)
        case is CancellationError: self = .cancelled
        case let error as StreamError where error.reason == .incomplete: self = .transport(.networkConnectionLost)
        default: self = error.httpError.map { .status($0.status) } ?? .permanent
        }
    }

    /// Whether the failure counts against the health of the origin.
    package var outcome: AttemptOutcome {
        switch self {
        case .status(let status): AttemptOutcome(status: status)
        case .transport(let code): code.isTransient && !code.isOffline ? .failure : .neutral
        case .breakerOpen, .cancelled, .permanent: .neutral
        }
    }

    /// Whether the failure proves that the server received no part of the request, so that any method may be sent
    /// again.
    public var wasNotSent: Bool {
        switch self {
        case .transport(let code): code.wasNotSent
        case .breakerOpen: true
        case .status, .cancelled, .permanent: false
        }
    }
}

extension RetryFailure {
    /// Whether the failure means that the server has not acted on the request: it was not sent, or it was refused with
    /// 425 Too Early because it could have been a replay (RFC 8470 §5.2), or with 429 Too Many Requests, which by
    /// convention comes before the work.
    package var wasNotProcessed: Bool { wasNotSent || self == .status(425) || self == .status(429) }

    /// Whether a response timed out, here or at a gateway, so that the server may still be working on the request.
    package var isTimeout: Bool { self == .transport(.timedOut) || self == .status(504) }
}

extension RetryFailure: CustomStringConvertible {
    /// A few words: `503 Service Unavailable`, `timed out`.
    public var description: String {
        switch self {
        case .status(let status): HTTPStatus.line(status)
        case .transport(let code): code.summary
        case .breakerOpen: "not sent: the breaker is open"
        case .cancelled: "cancelled"
        case .permanent: "failed"
        }
    }
}

extension URLError.Code {
    fileprivate var summary: String {
        switch self {
        case .timedOut: "timed out"
        case .notConnectedToInternet: "no connection"
        case .cannotFindHost, .dnsLookupFailed: "host not found"
        case .cannotConnectToHost: "cannot connect to the host"
        case .networkConnectionLost: "connection lost"
        case .secureConnectionFailed: "no secure connection"
        case .badServerResponse: "malformed response"
        default: "failed with URLError \(rawValue)"
        }
    }
}

/// Why a failed call is not retried.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum GiveUpReason: Hashable, Sendable {
    /// The policy's number of attempts is used up.
    case attempts
    /// The retry budget of the origin is used up: too few of its calls succeed.
    case budget
    /// The next attempt would start after the call's deadline.
    case deadline
    /// The server may have performed the request, and the request is not idempotent (RFC 9110 §9.2.2).
    case notIdempotent
    /// The circuit breaker refused the attempt, and allows none for this long, counted from the refusal.
    case breakerOpen(retryAfter: Duration)
    /// The server's `Retry-After` is longer than the policy or the deadline allows (RFC 9110 §10.2.3).
    case retryAfter(Duration)
    /// The credential could not be refreshed, or its closure failed. Refreshes and closures have their own retry rules.
    case credential
    /// A second request was sent while the first had no response (a hedge), and neither got a good one. A call
    /// is either hedged or retried.
    case hedged
    /// The caller cancelled the call.
    case cancelled
    /// The same request would fail again: 404, an untrusted certificate, content that does not decode.
    case permanent
}

extension GiveUpReason: CustomStringConvertible {
    /// The reason as the end of a sentence: "not retried: …".
    public var description: String {
        switch self {
        case .attempts: "all attempts are used up"
        case .budget: "too few calls to this server succeed"
        case .deadline: "the deadline is too close"
        case .notIdempotent: "the request is not safe to repeat"
        case .breakerOpen: "the server keeps failing, and the circuit is open"
        case .retryAfter(let wait): "the server asks to wait for \(wait.components.seconds) s"
        case .credential: "the credential could not be obtained"
        case .hedged: "a second request was sent already"
        case .cancelled: "the call was cancelled"
        case .permanent: "it would fail again"
        }
    }
}

/// What an attempt means for the health of the origin. Retry budgets and circuit breakers count outcomes.
///
/// This is not whether the call succeeded: a 404 comes from a healthy server.
package enum AttemptOutcome: Hashable, Sendable {
    /// The origin responded and works.
    case success
    /// The origin fails, is overloaded, or did not respond.
    case failure
    /// The attempt isn't evidence of the origin's health: offline, cancelled, or refused before anything was sent.
    case neutral
}

extension AttemptOutcome {
    /// The outcome of a response with this status (RFC 9110 §15): 408, 429 and 5xx are failures.
    ///
    /// 501 and 505 are not, because their cause is the request and not the state of the server.
    package init(status: Int) {
        switch status {
        case 501, 505: self = .success
        case 408, 429, 500...: self = .failure
        default: self = .success
        }
    }
}

extension URLError.Code {
    /// Whether the device has no network connection that the app may use.
    var isOffline: Bool {
        switch self {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: true
        default: false
        }
    }

    /// Whether the error proves that no byte of the request reached the server: no route, no name, no connection.
    ///
    /// A timeout, a lost connection or a failed handshake proves nothing.
    package var wasNotSent: Bool {
        switch self {
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost: true
        default: isOffline
        }
    }

    /// Whether the same request may succeed a moment later.
    ///
    /// `unknown` counts as transient, because Foundation on Linux uses it for most errors without a code of their own.
    /// A rejected certificate or encryption is permanent.
    package var isTransient: Bool {
        switch self {
        case .timedOut, .networkConnectionLost, .badServerResponse, .unknown: true
        default: wasNotSent
        }
    }
}

/// The source of a failure that is not visible in its type.
///
/// A failure with either origin does not count against the health of the call's server.
package enum FailureOrigin: Hashable, Sendable {
    /// The call ended before anything was sent.
    case beforeSending
    /// The refresh of a credential failed, or the closure that provides one. Both have their own retry rules.
    case credentialRefresh
}

extension Error {
    /// A copy of this error, of the same type, that records its origin. Works for `URLError`, ``HTTPError`` and
    /// ``APIFailure``; any other error is returned unchanged.
    package func attributed(to origin: FailureOrigin) -> any Error {
        switch self {
        case let error as URLError: return error.attributed(to: origin)
        case var error as HTTPError:
            error.failureOrigin = origin
            return error
        case var error as any APIFailure:
            error.exchange.http?.failureOrigin = origin
            return error
        default: return self
        }
    }

    /// This error without the origin recorded by ``attributed(to:)``, which only the clients of a stack need.
    package var withoutOrigin: any Error {
        guard let error = self as? URLError, error.failureOrigin != nil else { return self }
        return URLError(error.code, info: error.errorUserInfo.filter { $0.key != URLError.originKey })
    }

    /// The origin recorded by ``attributed(to:)``; nil without one.
    package var failureOrigin: FailureOrigin? {
        switch self {
        case let error as URLError: error.errorUserInfo[URLError.originKey] as? FailureOrigin
        default: httpError?.failureOrigin
        }
    }
}

extension URLError {
    fileprivate static let originKey = "EndpointFailureOrigin"

    /// A copy of this error that records its origin.
    func attributed(to origin: FailureOrigin) -> URLError {
        URLError(code, info: errorUserInfo.merging([Self.originKey: origin]) { $1 })
    }
}
