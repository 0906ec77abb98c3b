extension CredentialError {
    /// What the machine is told of an error that a refresh threw.
    init(failedRefresh error: any Error) {
        switch error {
        case let error as CredentialError: self = error
        case let error as HTTPError where error.status == 401: self = .refused
        default: self = .refreshFailed
        }
    }
}
