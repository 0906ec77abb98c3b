/// A request that was sent once, and what came of it.
struct Attempt: Sendable {
    let request: APIRequest
    let result: Result<APIResponse, any Error>

    init(_ request: APIRequest, _ result: Result<APIResponse, any Error>) {
        self.request = request
        self.result = result
    }

    /// Who was asked; nil for a relative URL, whose origin only the innermost client knows.
    var origin: Origin? { request.urlRequest.url.flatMap { Origin($0) } }

    /// What it says about the origin's health.
    var outcome: AttemptOutcome {
        switch result {
        case .success(let response): AttemptOutcome(status: response.http.statusCode)
        case .failure(let error): RetryFailure(error).outcome
        }
    }

    /// When the server wants to be asked again.
    var retryAfter: RetryAfter? {
        switch result {
        case .success(let response):
            response.http.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0) }
        case .failure(let error): (error as? HTTPError)?.retryAfter
        }
    }

    /// Why it failed. Nil for a response that the policy does not try again, or that the endpoint accepts.
    func failure(by policy: RetryPolicy) -> RetryFailure? {
        switch result {
        case .success(let response):
            let failure = RetryFailure.status(response.http.statusCode)
            return policy.isTransient(failure) && !isAccepted(response) ? failure : nil
        case .failure(let error): return RetryFailure(error)
        }
    }

    private func isAccepted(_ response: APIResponse) -> Bool {
        (try? request.endpoint.validate(response.http, with: response.data)) != nil
    }
}
