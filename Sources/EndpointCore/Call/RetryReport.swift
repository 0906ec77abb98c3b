/// The attempts of a retrying client for a call that finally failed, and why there was no further attempt.
public struct RetryReport: Hashable, Sendable {
    /// All attempts in order. The last one is the failure that carries this report.
    public let attempts: [AttemptReport]

    /// Why there was no further attempt.
    public let reason: GiveUpReason

    /// A report from its parts.
    public init(attempts: [AttemptReport], reason: GiveUpReason) {
        self.attempts = attempts
        self.reason = reason
    }

    /// The time from the beginning of the first attempt to the end of the last.
    public var duration: Duration {
        attempts.last.map { $0.start + $0.duration } ?? .zero
    }
}

extension RetryReport: CustomStringConvertible {
    /// `Tried 3 times in 4.2 s: all attempts are used up.` Without attempts, such as when the deadline has passed in a
    /// queue, `Not tried: the deadline is too close.`
    public var description: String {
        switch attempts.count {
        case 0: "Not tried: \(reason)."
        case 1: "Not retried: \(reason)."
        default: "Tried \(attempts.count) times in \(duration.brief): \(reason)."
        }
    }
}

/// The record of one attempt of a call.
public struct AttemptReport: Hashable, Sendable {
    /// 1 for the first attempt of a call.
    public let number: Int

    /// When it started, counted from the start of the first attempt.
    public let start: Duration

    /// How long it took.
    public let duration: Duration

    /// The status of the response; nil without a response.
    public let status: Int?

    /// Why it failed; nil for a response that is not retried, whether it is a success or a failure.
    public let failure: RetryFailure?

    /// The timings and the connection of the attempt's last exchange; nil without a response, and if the client doesn't
    /// report them.
    public var metrics: ExchangeMetrics? { indirectMetrics?.value }

    /// Stored indirectly, because a report is part of the events of a call, which are copied often.
    private let indirectMetrics: Indirect<ExchangeMetrics>?

    /// An attempt from its parts.
    public init(
        number: Int, start: Duration, duration: Duration, status: Int?, failure: RetryFailure?,
        metrics: ExchangeMetrics? = nil
    ) {
        self.number = number
        self.start = start
        self.duration = duration
        self.status = status
        self.failure = failure
        indirectMetrics = metrics.map { .indirect($0) }
    }
}

extension AttemptReport: CustomStringConvertible {
    /// `attempt 2: 503 Service Unavailable, 0.120 s`
    public var description: String {
        let result = failure.map(\.description) ?? status.map(HTTPStatus.line) ?? "failed"
        return "attempt \(number): \(result), \(duration.brief)"
    }
}

/// An error that carries the report of the attempts before it.
///
/// ``HTTPError``, ``APIFailure``, ``BreakerOpenError`` and ``QuotaExceededError`` conform, and `URLError` behaves as if
/// it did. Any other error of your own can conform as well: declare a `var retries: RetryReport?` that is nil at first.
/// A failed call sets it.
public protocol RetryReporting: Error {
    /// The attempts before this error, and why there was no other; nil if no retrying client was involved.
    var retries: RetryReport? { get set }
}

extension Error {
    /// The implementation of ``CallFailure/retries``.
    var retries: RetryReport? {
        if let error = self as? any RetryReporting { return error.retries }
        return (self as? URLError)?.userInfo[URLError.retriesKey] as? RetryReport
    }

    /// A copy of this error, of the same type, that carries a report if its type can. The failure of a credential
    /// refresh keeps the report of the client that sent the refresh.
    package func reporting(_ report: RetryReport?) -> any Error {
        guard let report, failureOrigin != .credentialRefresh || retries == nil else { return self }
        if var error = self as? any RetryReporting {
            error.retries = report
            return error
        }
        return (self as? URLError)?.carrying(report) ?? self
    }
}

extension URLError {
    fileprivate static let retriesKey = "EndpointRetryReport"

    fileprivate func carrying(_ report: RetryReport) -> URLError {
        var info = userInfo
        info[Self.retriesKey] = report
        let sentence = localizedDescription
        info[NSLocalizedDescriptionKey] = "\(sentence)\(sentence.hasSuffix(".") ? "" : ".") \(report)"
        return URLError(code, info: info)
    }
}
