import EndpointTesting

/// A decorator as another package would write it: it has no say about deadlines.
struct ForeignDecorator: ClientDecorator {
    let upstream: any APIClient

    func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
}

extension APIClient {
    var decoratedByOthers: ForeignDecorator { ForeignDecorator(upstream: self) }
}

/// A transport as another package would write it, with a base URL. It never looks at a deadline, and ignores cancellation.
struct ForeignTransport: BaseURLClient {
    let baseOrigin = Origin(URL(string: "https://foreign.example")!)
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    func send(_ request: APIRequest) async throws -> APIResponse { try await answer(request) }
}
