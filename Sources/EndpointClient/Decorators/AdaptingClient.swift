/// A client that edits each request before it is sent.
struct AdaptingClient: ClientDecorator {
    /// The client that sends the edited request.
    let upstream: any APIClient

    let adapt: @Sendable (inout APIRequest) async throws -> Void
    let time: TimeSource

    var traits: ClientTraits { inheritedTraits(waits: false) }

    var order: LayerOrder? { .adapting }

    func send(_ request: APIRequest) async throws -> APIResponse {
        let adapted = try await request.context.beforeSending(on: time) {
            var request = request
            try await adapt(&request)
            return request
        }
        return try await upstream.send(adapted)
    }
}

extension APIClient {
    /// This client, with a closure that edits each request:
    /// `.adapting { $0.urlRequest.setValue(language, forHTTPHeaderField: "Accept-Language") }`.
    ///
    /// The edited request may go to any origin, so do not add credentials here: use `authorizing(_:for:)`.
    ///
    /// An error of the closure ends the call; so does the deadline of the call, which `time` measures.
    public func adapting(
        time: TimeSource = .system,
        _ adapt: @escaping @Sendable (inout APIRequest) async throws -> Void
    ) -> some ClientDecorator {
        AdaptingClient(upstream: self, adapt: adapt, time: time)
    }
}
