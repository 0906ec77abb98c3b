extension CallStep {
    /// How much it matters to a log.
    func level(for request: APIRequest) -> LogLevel {
        switch self {
        case .began, .attempted, .redirected, .waitingForCredential: .debug
        case .retrying, .gaveUp, .replaying, .breakerClosed, .breakerRejected, .fellBack: .notice
        case .warned, .noCredential, .breakerOpened: .warning
        case .ended(.success(let response)): Self.level(of: response, to: request)
        case .ended(.failure(let error)): error is CancellationError ? .notice : .error
        }
    }

    static func level(of response: APIResponse, to request: APIRequest) -> LogLevel {
        request.isAccepted(response) ? .info : .error
    }
}
