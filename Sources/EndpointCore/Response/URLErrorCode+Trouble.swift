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
