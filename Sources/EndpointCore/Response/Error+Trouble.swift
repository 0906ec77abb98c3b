extension Error {
    /// A sentence for the person in front of the app: never a secret, never a technical term of ours.
    ///
    /// An error of the API's own that is a `LocalizedError` says it in its own words; for all others ``category`` does. What a
    /// developer wants to read is `localizedDescription`.
    public var userMessage: String {
        if let trouble = FailureCategory(self) { return trouble.message }
        return (self as? any LocalizedError)?.errorDescription ?? FailureCategory.unknown.message
    }

    /// What this failure means to the person in front of the app.
    public var category: FailureCategory {
        FailureCategory(self) ?? .unknown
    }
}

extension FailureCategory {
    /// Nil for an error that is not known here, such as an API's own.
    init?(_ error: any Error) {
        switch error {
        case let error as HTTPError: self = .init(status: error.status, isBusy: error.isBusy)
        case let error as URLError: self = .init(error.code)
        case let error as CredentialError: self = .init(error)
        case is ContentError, is DecodingError: self = .unreadable
        case is RequestError, is EncodingError, is PolicyError: self = .unsendable
        case is BreakerOpenError: self = .busy
        case is CancellationError: self = .cancelled
        default: return nil
        }
    }

    private init(status: Int, isBusy: Bool) {
        switch status {
        case 401, 407, 511: self = .signedOut
        case 404, 410: self = .notFound
        case 408, 504: self = .timedOut
        case 409, 412, 428: self = .conflict
        case 413: self = .tooLarge
        case _ where isBusy: self = .busy
        case 402, 403, 451: self = .forbidden
        case 400..<500: self = .invalid
        case 500..<600: self = .serverFailed
        default: self = .unreadable
        }
    }

    private init(_ error: CredentialError) {
        switch error {
        case .refused, .signedOut, .tooManyRefreshes, .unchanged: self = .signedOut
        case .refreshTimedOut: self = .timedOut
        case .refreshFailed: self = .serverFailed
        case .neededByItsRefresh, .unsendable: self = .unsendable
        }
    }
}

extension HTTPError {
    /// Whether the server would do it, but not now.
    fileprivate var isBusy: Bool {
        switch status {
        case 425, 429, 503: true
        case 403: retryAfter != nil || rateLimit?.remaining == 0
        default: false
        }
    }
}
