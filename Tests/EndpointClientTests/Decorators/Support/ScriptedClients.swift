import EndpointTesting

/// An innermost client that enforces deadlines, like `URLSessionClient`: it starts nothing that is late or cancelled.
struct PunctualClient: APIClient {
    let traits = ClientTraits(enforcesDeadlines: true)

    private let answer: @Sendable (APIRequest) async throws -> APIResponse

    init(_ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
        self.answer = answer
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        return try await answer(request)
    }
}

/// A decorator as in another package: it does not enforce deadlines.
struct ForeignDecorator: ClientDecorator {
    let upstream: any APIClient

    func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
}

extension APIClient {
    var decoratedByOthers: ForeignDecorator { ForeignDecorator(upstream: self) }
}

/// A transport as in another package, with a base URL. It ignores deadlines and cancellation.
struct ForeignTransport: APIClient {
    let traits = ClientTraits(baseURL: URL(string: "https://foreign.example"))
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    func send(_ request: APIRequest) async throws -> APIResponse { try await answer(request) }
}

/// A server in memory with a changeable response, 503 at first, and its requests.
final class MoodyServer: Sendable {
    typealias Mood = @Sendable (APIRequest) async throws -> APIResponse

    let requests = Tally()
    private let mood = Locked<Mood>(MoodyServer.status(503))

    static func status(_ status: Int, headers: HeaderFields = [:]) -> Mood {
        { try .answer(status, headers: headers, to: $0) }
    }

    static func failing(_ error: any Error) -> Mood {
        { _ in throw error }
    }

    /// Sets its response from now on.
    func turn(_ mood: @escaping Mood) {
        self.mood.withLock { $0 = mood }
    }

    @Sendable func answer(_ request: APIRequest) async throws -> APIResponse {
        requests.add()
        return try await mood.withLock { $0 }(request)
    }
}
