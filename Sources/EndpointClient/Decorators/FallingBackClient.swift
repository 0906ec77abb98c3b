/// A client with a second source of responses, for calls that fail.
struct FallingBackClient: ClientDecorator {
    /// The client that is used first.
    let upstream: any APIClient

    /// The traits of the client that answers failed calls; nil for a closure.
    let other: ClientTraits?
    let isNeeded: @Sendable (Result<APIResponse, any Error>, APIRequest) -> Bool
    let fallback: @Sendable (APIRequest) async throws -> APIResponse

    var order: LayerOrder? { .fallback }

    var traits: ClientTraits {
        var traits = inheritedTraits()
        if let other { return traits.fallingBack(to: other) }
        // The closure may send the request by other means.
        traits.tracesRequests = false
        traits.signsRequests = false
        return traits
    }

    /// - Throws: the error of the fallback if it is used; otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        let result = await Result { try await upstream.send(request) }.judged(for: request)
        guard !Task.isCancelled, isNeeded(result, request) else { return try result.get() }
        request.context.emit(.fellBack(because: Self.reason(result)))
        var request = request
        request.startSpan()
        return try await fallback(request)
    }

    /// Whether there is no response, or one that means that the server is unavailable.
    static func isUnavailable(_ result: Result<APIResponse, any Error>, to request: APIRequest) -> Bool {
        switch result {
        case .success(let response):
            var response = response
            return AttemptOutcome(status: response.http.statusCode) == .failure && !response.isAccepted(by: request)
        case .failure(is QuotaExceededError): return true
        case .failure(let error):
            switch RetryFailure(error) {
            case .transport, .breakerOpen: return true
            case .status(let status): return AttemptOutcome(status: status) == .failure
            case .cancelled, .permanent: return false
            }
        }
    }

    /// Whether the request may be sent to another server as well: the first one is unavailable, and either the request
    /// did not reach it or it may be performed twice.
    static func maySendElsewhere(_ result: Result<APIResponse, any Error>, for request: APIRequest) -> Bool {
        guard isUnavailable(result, to: request) else { return false }
        if RetryPolicy.standard.mayRepeat(request) { return true }
        guard case .failure(let error) = result else { return false }
        return error is QuotaExceededError || RetryFailure(error).wasNotSent
    }

    private static func reason(_ result: Result<APIResponse, any Error>) -> String {
        switch result {
        case .success(let response): HTTPStatus.line(response.http.statusCode)
        case .failure(let error): RetryFailure(error).description
        }
    }
}

extension Result<APIResponse, any Error> {
    /// The result; for an apparent failure, with the endpoint's decision whether it accepts the response.
    fileprivate func judged(for request: APIRequest) -> Self {
        guard case .success(var response) = self, outcome == .failure else { return self }
        _ = response.isAccepted(by: request)
        return .success(response)
    }
}

extension APIClient {
    /// This client, with another one as the fallback for calls that fail: a mirror, a cassette.
    ///
    /// By default a call falls back when there is no response, or one that means that the server is unavailable: 408,
    /// 429, 5xx, unless the endpoint accepts it. A request that is refused before it is sent, and a cancelled call,
    /// never fall back. Put it outside `retrying()`: inside, it would hide the failures that should be retried.
    ///
    /// A request that must not be performed twice, such as a `POST` without an `Idempotency-Key`, is sent there only
    /// if it did not reach the server of this client.
    public func fallingBack(to other: any APIClient) -> some ClientDecorator {
        FallingBackClient(
            upstream: self, other: other.traits, isNeeded: FallingBackClient.maySendElsewhere
        ) { try await other.send($0) }
    }

    /// This client, with a closure that responds to calls that fail.
    public func fallingBack(
        when isNeeded: (@Sendable (Result<APIResponse, any Error>, APIRequest) -> Bool)? = nil,
        to fallback: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) -> some ClientDecorator {
        FallingBackClient(
            upstream: self, other: nil, isNeeded: isNeeded ?? FallingBackClient.isUnavailable, fallback: fallback)
    }
}
