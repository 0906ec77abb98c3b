import EndpointTesting

/// An innermost client that is trusted with deadlines, as `URLSessionClient` is: it begins nothing that is late or cancelled.
struct PunctualClient: BaseURLClient, DeadlineEnforcing {
    var enforcesDeadline: Bool { true }
    var baseOrigin: Origin? { nil }

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
