import EndpointTesting

/// A server in memory whose answer changes with its mood, 503 at first, and the requests that came to it.
final class MoodyServer: Sendable {
    typealias Mood = @Sendable (APIRequest) async throws -> APIResponse

    let requests = Tally()
    private let mood = Locked<Mood>(MoodyServer.status(503))

    static func status(_ status: Int, headers: [String: String] = [:]) -> Mood {
        { try .answer(status, headers: headers, to: $0) }
    }

    static func failing(_ error: any Error) -> Mood {
        { _ in throw error }
    }

    /// From now on it answers like this.
    func turn(_ mood: @escaping Mood) {
        self.mood.withLock { $0 = mood }
    }

    @Sendable func answer(_ request: APIRequest) async throws -> APIResponse {
        requests.add()
        return try await mood.withLock { $0 }(request)
    }
}
