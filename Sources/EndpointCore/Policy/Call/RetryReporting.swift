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
        guard let report, mark != .ofRefresh || retries == nil else { return self }
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
