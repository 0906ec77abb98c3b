extension CallStep {
    /// How much it matters to a log.
    func level(for request: APIRequest) -> LogLevel {
        switch self {
        case .began, .attempted, .redirected, .waitingForCredential: .debug
        case .retrying, .gaveUp, .replaying, .breakerClosed, .breakerRejected, .fellBack: .notice
        case .warned, .noCredential, .breakerOpened: .warning
        case .ended(.success(let response)): request.isAccepted(response) ? .info : .error
        case .ended(.failure(let error)): error is CancellationError ? .notice : .error
        }
    }
}
