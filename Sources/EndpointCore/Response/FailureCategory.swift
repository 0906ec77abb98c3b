/// The kind of a failure from the user's point of view, with a message to show.
///
/// For other texts than ``message``, or for another language, switch over ``CallFailure/category``.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FailureCategory: String, CaseIterable, Sendable {
    /// The device has no connection.
    case offline
    /// The response timed out.
    case timedOut
    /// The host name does not exist.
    case unknownHost
    /// The server does not accept connections.
    case unreachable
    /// The connection broke.
    case connectionLost
    /// A secure connection failed, for example because of an expired certificate.
    case insecure
    /// The server is overloaded or limits the number of requests.
    case busy
    /// The server failed.
    case serverFailed
    /// The user is not signed in, or the sign-in has expired.
    case signedOut
    /// The signed-in user is not allowed to do this.
    case forbidden
    /// The resource does not exist, or no longer exists.
    case notFound
    /// The resource was changed in the meantime.
    case conflict
    /// The request is larger than the server allows.
    case tooLarge
    /// The server does not accept the values that were sent.
    case invalid
    /// The response could not be decoded.
    case unreadable
    /// The request could not be built or sent.
    case unsendable
    /// The response could not be stored in a file.
    case unstorable
    /// The call was cancelled.
    case cancelled
    /// Any other failure.
    case unknown
}

extension FailureCategory {
    /// One or two sentences for the user, in English and without technical terms.
    public var message: String {
        switch self {
        case .offline: "There is no internet connection."
        case .timedOut: "The server took too long to respond. Try again."
        case .unknownHost: "The server could not be found."
        case .unreachable: "The server cannot be reached. Try again later."
        case .connectionLost: "The connection was lost. Try again."
        case .insecure: "A secure connection to the server is not possible."
        case .busy: "The server is busy. Try again in a moment."
        case .serverFailed: "The server has a problem. Try again later."
        case .signedOut: "You need to sign in."
        case .forbidden: "You do not have access to this."
        case .notFound: "This could not be found."
        case .conflict: "This has changed in the meantime. Reload it."
        case .tooLarge: "This is too large to be sent."
        case .invalid: "The server did not accept this. Check what you have entered."
        case .unreadable: "The server's response could not be read. Try again later."
        case .unsendable: "This cannot be sent."
        case .unstorable: "This could not be stored. Check that there is enough space."
        case .cancelled: "This was cancelled."
        case .unknown: "Something went wrong. Try again."
        }
    }
}

extension FailureCategory {
    /// The category of an error of this library or of Foundation; nil for any other error, such as an API's own.
    init?(_ error: any Error) {
        switch error {
        case let error as HTTPError: self = .init(status: error.status, isBusy: error.isBusy)
        case let error as URLError: self = .init(error.code)
        case let error as CredentialError: self = .init(error)
        case is ContentError, is StreamError, is PagingError, is DecodingError: self = .unreadable
        case let error as DownloadError: self = error.isAboutFile ? .unstorable : .unreadable
        case is RequestError, is EncodingError: self = .unsendable
        case is BreakerOpenError, is QuotaExceededError: self = .busy
        case is CancellationError: self = .cancelled
        default: return nil
        }
    }

    /// The category of an error that an API sends; nil for one with a successful status, which says nothing.
    init?(refusal error: HTTPError) {
        guard error.status >= 300 else { return nil }
        self.init(status: error.status, isBusy: error.isBusy)
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
        case .refused, .invalidGrant, .signedOut, .tooManyRefreshes, .unchanged: self = .signedOut
        case .refreshTimedOut: self = .timedOut
        case .refreshFailed: self = .serverFailed
        case .circularRefresh, .unsendable, .empty: self = .unsendable
        }
    }
}

extension HTTPError {
    /// Whether the server refuses the request only temporarily.
    fileprivate var isBusy: Bool {
        switch status {
        case 425, 429, 503: true
        case 403: response.retryAfter != nil || rateLimit?.remaining == 0
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
        case _ where Self.malformed.contains(code): self = .unreadable
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

    private static let malformed: Set<URLError.Code> = [
        .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource,
        .dataLengthExceedsMaximum,
    ]
}
