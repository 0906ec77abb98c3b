extension APIRequest {
    /// Sets the timeouts of the call and of its endpoint, and returns whether there are any.
    mutating func apply(_ timeouts: CallTimeouts?, on client: some APIClient) -> Bool {
        let own = endpoint.timeouts
        guard timeouts != nil || own != nil else { return false }
        context.apply(timeouts, endpoint: own, on: client.traits.time)
        return true
    }
}

extension APIClient {
    /// Sends a request with timeouts of its own, which a client that does not enforce deadlines could exceed.
    func sendInTime(_ request: APIRequest) async throws -> APIResponse {
        try request.context.checkDeadline()
        let traits = traits
        if traits.enforcesDeadlines { return try await send(request) }
        let attempt = request.attemptDeadline(on: traits.time)
        return try await send(request, within: Race(until: request.context.deadline, attempt: attempt, on: traits.time))
    }
}

/// Limits the waits for the elements of a stream.
final class ElementTimer: Sendable {
    private let first: Deadline.Limit?
    private let next: Deadline.Limit?
    private let time: TimeSource
    private let deadline: Locked<Deadline?>

    /// The timer of a stream whose head has just arrived; nil if there is no limit.
    init?(_ timeouts: BoundTimeouts?, on time: TimeSource) {
        (first, next, self.time) = (timeouts?.limit(\.firstElement), timeouts?.limit(\.betweenElements), time)
        if first == nil, next == nil { return nil }
        deadline = Locked(first.map { Deadline(after: $0, of: .firstElement, on: time) })
    }

    /// The reader begins to wait for an element after the first.
    func beginNext() {
        deadline.withLock { $0 = next.map { Deadline(after: $0, of: .betweenElements, on: time) } }
    }

    /// The same stream, whose chunks are waited for until the deadline.
    func limit(_ stream: BodyStream) -> BodyStream {
        let read = stream.reader
        return stream.replacing { [self] in
            guard let deadline = deadline.withLock({ $0 }) else { return try await read() }
            return try await Race(until: deadline, on: time).run(read)
        }
    }
}
