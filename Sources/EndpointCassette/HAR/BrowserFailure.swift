/// What Chrome calls the failures that `URLSession` numbers.
enum BrowserFailure {
    private static let codes: [String: URLError.Code] = [
        "ERR_INTERNET_DISCONNECTED": .notConnectedToInternet,
        "ERR_NAME_NOT_RESOLVED": .cannotFindHost,
        "ERR_CONNECTION_REFUSED": .cannotConnectToHost,
        "ERR_ADDRESS_UNREACHABLE": .cannotConnectToHost,
        "ERR_CONNECTION_RESET": .networkConnectionLost,
        "ERR_CONNECTION_CLOSED": .networkConnectionLost,
        "ERR_EMPTY_RESPONSE": .networkConnectionLost,
        "ERR_NETWORK_CHANGED": .networkConnectionLost,
        "ERR_CONNECTION_TIMED_OUT": .timedOut,
        "ERR_TIMED_OUT": .timedOut,
        "ERR_ABORTED": .cancelled,
        "ERR_TOO_MANY_REDIRECTS": .httpTooManyRedirects,
        "ERR_SSL_PROTOCOL_ERROR": .secureConnectionFailed,
        "ERR_CERT_AUTHORITY_INVALID": .serverCertificateUntrusted,
        "ERR_CERT_COMMON_NAME_INVALID": .serverCertificateUntrusted,
        "ERR_CERT_DATE_INVALID": .serverCertificateHasBadDate,
        "ERR_INVALID_HTTP_RESPONSE": .badServerResponse,
    ]

    /// `net::ERR_TIMED_OUT` as `URLSession` has it.
    static func code(of message: String) -> URLError.Code? {
        codes[message.split(separator: ":").last.map(String.init) ?? ""]
    }
}
