/// What a retrying client did for a call that failed all the same, and why it stopped.
public struct RetryReport: Hashable, Sendable {
    /// Every attempt, the first one first. The last one is the failure that carries this report.
    public let attempts: [AttemptReport]

    /// Why there was no other attempt.
    public let reason: GiveUpReason

    /// A report by its parts.
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
    /// `Tried 3 times in 4.2 s: all attempts are used up.`
    public var description: String {
        guard attempts.count > 1 else { return "Not tried again: \(reason)." }
        return "Tried \(attempts.count) times in \(duration.brief): \(reason)."
    }
}

/// One attempt of a call, as it is remembered.
public struct AttemptReport: Hashable, Sendable {
    /// 1 for the first attempt of a call.
    public let number: Int

    /// When it began, from the beginning of the first one.
    public let start: Duration

    /// How long it took.
    public let duration: Duration

    /// The status of the answer; nil where there was none.
    public let status: Int?

    /// Why it failed; nil for an answer that is not worth another attempt, good or bad.
    public let failure: RetryFailure?

    /// An attempt by its facts.
    public init(number: Int, start: Duration, duration: Duration, status: Int?, failure: RetryFailure?) {
        self.number = number
        self.start = start
        self.duration = duration
        self.status = status
        self.failure = failure
    }
}

extension AttemptReport: CustomStringConvertible {
    /// `attempt 2: 503 Service Unavailable, 0.120 s`
    public var description: String {
        let result = failure.map(\.description) ?? status.map(HTTPStatus.line) ?? "failed"
        return "attempt \(number): \(result), \(duration.brief)"
    }
}

/// An error that can say what was tried before it was thrown.
///
/// ``HTTPError`` and ``BreakerOpenError`` are such errors, and `URLError` behaves like one. Let your API's own error be one as
/// well, with a `var retries: RetryReport?` that is nil at first and no part of its JSON, and a call that failed fills it in.
public protocol RetryReporting: Error {
    /// What was tried, and why not more; nil where nothing was decided about it.
    var retries: RetryReport? { get set }
}

extension Error {
    /// What a retrying client tried before this error, and why it stopped; nil where no retrying client decided anything, or the
    /// error has no place for it.
    public var retries: RetryReport? {
        if let error = self as? any RetryReporting { return error.retries }
        return (self as? URLError)?.userInfo[URLError.retriesKey] as? RetryReport
    }

    /// The same error, of the same type, with a report if it has a place for one. The failure of a refresh keeps what its own client
    /// has tried.
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
        return URLError(code, userInfo: info)
    }
}
