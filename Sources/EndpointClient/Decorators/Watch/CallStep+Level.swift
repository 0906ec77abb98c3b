extension CallStep {
    /// How much it matters to a log.
    func level(for request: APIRequest) -> LogLevel {
        switch self {
        case .began, .attempted, .redirected, .waitingForCredential: .debug
        case .retrying, .gaveUp, .replaying, .breakerClosed, .breakerRejected, .fellBack: .notice
        case .warned, .noCredential, .breakerOpened: .warning
        case .ended(.success(let response)): Self.level(of: response, to: request)
        case .ended(.failure(let error)): Self.level(of: error)
        }
    }

    /// How much it matters that a call ended with an answer.
    static func level(of response: APIResponse, to request: APIRequest) -> LogLevel {
        request.isAccepted(response) ? .info : .error
    }

    /// How much it matters that a call ended without an answer.
    static func level(of error: any Error) -> LogLevel {
        error is CancellationError ? .notice : .error
    }
}
