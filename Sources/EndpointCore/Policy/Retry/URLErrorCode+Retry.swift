extension URLError.Code {
    /// Whether the device has no network that it may use.
    var isOffline: Bool {
        switch self {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: true
        default: false
        }
    }

    /// Whether it proves that no byte of the request reached the server: no route, no name, no connection.
    ///
    /// A timeout, a lost connection or a failed handshake proves nothing.
    package var neverLeft: Bool {
        switch self {
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost: true
        default: isOffline
        }
    }

    /// Whether the same request may well succeed a moment later.
    ///
    /// `unknown` is one of them, because Foundation on Linux uses it for most of what it has no name for. It uses it for untrusted
    /// certificates too, which then are refused three times instead of once.
    var isTransient: Bool {
        switch self {
        case .timedOut, .networkConnectionLost, .badServerResponse, .secureConnectionFailed, .unknown: true
        default: neverLeft
        }
    }
}
