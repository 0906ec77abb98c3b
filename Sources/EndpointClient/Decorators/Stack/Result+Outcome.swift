extension Result<APIResponse, any Error> {
    /// What an attempt that ended so says about the origin's health.
    var outcome: AttemptOutcome {
        switch self {
        case .success(let response): AttemptOutcome(status: response.http.statusCode)
        case .failure(let error) where error.mark != nil: .neutral
        case .failure(let error): RetryFailure(error).outcome
        }
    }
}
