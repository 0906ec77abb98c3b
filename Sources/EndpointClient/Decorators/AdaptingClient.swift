/// A client that edits each request on its way.
///
/// What it sets is sent to whatever origin the request goes to: for credentials there is `authorizing(_:for:)`.
public struct AdaptingClient: ClientDecorator {
    /// The client that sends the edited request.
    public let upstream: any APIClient

    private let adapt: @Sendable (inout APIRequest) async throws -> Void

    /// A client around another one. What the closure throws ends the call.
    public init(_ upstream: any APIClient, adapt: @escaping @Sendable (inout APIRequest) async throws -> Void) {
        self.upstream = upstream
        self.adapt = adapt
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        try await adapt(&request)
        return try await upstream.send(request)
    }
}

extension APIClient {
    /// This client, with each request edited first: `.adapting { $0.urlRequest.setValue(language, forHTTPHeaderField: "Accept-Language") }`.
    public func adapting(_ adapt: @escaping @Sendable (inout APIRequest) async throws -> Void) -> AdaptingClient {
        AdaptingClient(self, adapt: adapt)
    }
}
