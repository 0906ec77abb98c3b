/// A client that edits each request before it is sent.
///
/// The edited request goes to any origin, so it is no place for credentials: use `authorizing(_:for:)`.
public struct AdaptingClient: ClientDecorator {
    /// The client that sends the edited request.
    public let upstream: any APIClient

    private let adapt: @Sendable (inout APIRequest) async throws -> Void
    private let time: ElapsedClock

    /// A client around another one. An error of the closure ends the call; so does the deadline of the call, which the clock measures.
    public init(
        _ upstream: any APIClient, clock: any Clock<Duration> = ContinuousClock(),
        adapt: @escaping @Sendable (inout APIRequest) async throws -> Void
    ) {
        self.upstream = upstream
        self.adapt = adapt
        time = ElapsedClock(clock)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let adapted = try await request.context.beforeSending(on: time) {
            var request = request
            try await adapt(&request)
            return request
        }
        return try await upstream.send(adapted)
    }
}

extension AdaptingClient: DeadlineEnforcing {}

extension APIClient {
    /// This client, with each request edited first: `.adapting { $0.urlRequest.setValue(language, forHTTPHeaderField: "Accept-Language") }`.
    public func adapting(
        clock: any Clock<Duration> = ContinuousClock(),
        _ adapt: @escaping @Sendable (inout APIRequest) async throws -> Void
    ) -> AdaptingClient {
        AdaptingClient(self, clock: clock, adapt: adapt)
    }
}
