/// What came of a request that was sent once.
struct Attempt: Sendable {
    let result: Result<APIResponse, any Error>

    init(_ result: Result<APIResponse, any Error>) {
        self.result = result
    }

    /// The status of the answer; nil without one.
    var status: Int? { try? result.get().http.statusCode }

    /// When the server wants to be asked again.
    var retryAfter: RetryAfter? {
        switch result {
        case .success(let response):
            response.http.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0) }
        case .failure(let error): (error as? HTTPError)?.retryAfter
        }
    }

    /// Whether it was the refresh of a credential that failed.
    var isOfRefresh: Bool {
        if case .failure(let error) = result { error.mark == .ofRefresh } else { false }
    }

    /// Why it failed. Nil for a response that the policy does not try again, or that the endpoint accepts.
    func failure(of request: APIRequest, by policy: RetryPolicy) -> RetryFailure? {
        switch result {
        case .success(let response):
            let failure = RetryFailure.status(response.http.statusCode)
            return policy.isTransient(failure) && !request.isAccepted(response) ? failure : nil
        case .failure(let error): return RetryFailure(error)
        }
    }

    /// The result, with what was tried before it if it is a failure.
    func result(after report: RetryReport) -> Result<APIResponse, any Error> {
        result.mapError { $0.reporting(report) }.map { response in
            var response = response
            response.retries = report
            return response
        }
    }
}
