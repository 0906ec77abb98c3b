/// A recording that is being made: the exchanges so far, in the order in which they were started.
///
/// Copies share the state. What it holds is as it was sent and received, secrets included, and stays in memory;
/// ``CassetteFile/save(_:)`` writes it without them.
public struct Recording: Sendable {
    private let now: @Sendable () -> Date
    private let timeline: ElapsedClock
    private let takes = Locked([Take?]())

    /// An empty tape. `now` gives the dates, the clock measures how long exchanges take.
    public init(now: @escaping @Sendable () -> Date = { Date() }, clock: any Clock<Duration> = ContinuousClock()) {
        self.now = now
        timeline = ElapsedClock(clock)
    }

    private struct Take {
        let request: Interaction.Request
        let date: Date
        let start: Duration
        var end: (outcome: Interaction.Outcome, time: Duration)?

        /// Nil while it is under way.
        var interaction: Interaction? {
            end.map { end in
                Interaction(
                    request, end.outcome, startedDateTime: date, timing: .init(wait: max(.zero, end.time - start)))
            }
        }
    }
}

extension Recording {
    /// The exchanges that have ended, in the order in which they were started.
    public var cassette: Cassette {
        let interactions = takes.withLock { $0 }.compactMap { $0?.interaction }
        return Cassette(interactions, recordedAt: interactions.first?.startedDateTime)
    }

    /// Performs an exchange and keeps it: an answer, or a failure of the transport. A cancelled one is forgotten.
    func record(
        _ request: Interaction.Request, _ exchange: () async throws -> APIResponse
    ) async throws -> APIResponse {
        let take = start(request)
        do {
            let response = try await exchange()
            end(take, .response(Interaction.Response(response.http, body: response.data)))
            return response
        } catch {
            end(take, Self.failure(error).map(Interaction.Outcome.failure))
            throw error
        }
    }

    private func start(_ request: Interaction.Request) -> Int {
        let take = Take(request: request, date: now(), start: timeline.now())
        return takes.withLock { takes in
            takes.append(take)
            return takes.count - 1
        }
    }

    private func end(_ index: Int, _ outcome: Interaction.Outcome?) {
        let time = timeline.now()
        takes.withLock { takes in
            if let outcome { takes[index]?.end = (outcome, time) } else { takes[index] = nil }
        }
    }

    private static func failure(_ error: any Error) -> Interaction.Failure? {
        guard let error = error as? URLError, error.code != .cancelled, !Task.isCancelled else { return nil }
        return Interaction.Failure(error.code, message: error.localizedDescription)
    }
}
