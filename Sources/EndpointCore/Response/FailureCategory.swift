/// What a failure means to the person in front of the app: one of a few cases, each with a sentence.
///
/// ```swift
/// show(error.userMessage)  // There is no internet connection.
/// ```
///
/// For other words, or another language, switch over ``Swift/Error/category``.
public enum FailureCategory: String, CaseIterable, Sendable {
    /// The device has no connection.
    case offline
    /// No answer in time.
    case timedOut
    /// There is no host of that name.
    case unknownHost
    /// Nobody listens there.
    case unreachable
    /// The connection broke.
    case connectionLost
    /// No trusted connection, such as for a certificate that has run out.
    case insecure
    /// Too many requests, or too much to do at the moment.
    case busy
    /// The server has failed.
    case serverFailed
    /// Nobody is signed in, or not any more.
    case signedOut
    /// Whoever is signed in may not do this.
    case forbidden
    /// There is no such thing, or not any more.
    case notFound
    /// Somebody else was faster.
    case conflict
    /// More than the server takes.
    case tooLarge
    /// The server does not accept what it was sent.
    case invalid
    /// An answer that makes no sense.
    case unreadable
    /// Nothing was sent, because it cannot be.
    case unsendable
    /// Whoever asked has lost interest.
    case cancelled
    /// Anything else.
    case unknown
}

extension FailureCategory {
    /// One sentence or two for a person, in English, without a technical term.
    public var message: String {
        switch self {
        case .offline: "There is no internet connection."
        case .timedOut: "The server took too long to answer. Try again."
        case .unknownHost: "The server could not be found."
        case .unreachable: "The server cannot be reached. Try again later."
        case .connectionLost: "The connection was lost. Try again."
        case .insecure: "A secure connection to the server is not possible."
        case .busy: "The server is busy. Try again in a moment."
        case .serverFailed: "The server has a problem. Try again later."
        case .signedOut: "You need to sign in."
        case .forbidden: "You do not have access to this."
        case .notFound: "This could not be found."
        case .conflict: "This has been changed in the meantime. Load it again."
        case .tooLarge: "This is too large to be sent."
        case .invalid: "The server did not accept this. Check what you have entered."
        case .unreadable: "The server's answer could not be read. Try again later."
        case .unsendable: "This cannot be sent."
        case .cancelled: "This was cancelled."
        case .unknown: "Something went wrong. Try again."
        }
    }
}

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

extension FailureCategory {
    init(_ code: URLError.Code) {
        switch code {
        case _ where code.isOffline: self = .offline
        case .timedOut: self = .timedOut
        case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
        case .cannotConnectToHost, .resourceUnavailable: self = .unreachable
        case .networkConnectionLost: self = .connectionLost
        case _ where Self.untrusted.contains(code): self = .insecure
        case _ where Self.garbled.contains(code): self = .unreadable
        case .userAuthenticationRequired, .userCancelledAuthentication: self = .signedOut
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .serverFailed
        case .badURL, .unsupportedURL, .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile: self = .unsendable
        case .cancelled: self = .cancelled
        default: self = .unknown
        }
    }

    private static let untrusted: Set<URLError.Code> = [
        .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection,
    ]

    private static let garbled: Set<URLError.Code> = [
        .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource,
        .dataLengthExceedsMaximum,
    ]
}
