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
