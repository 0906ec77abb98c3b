/// A client that records what another one does.
///
/// ```swift
/// let tape = Recording()
/// let client = URLSessionClient(baseURL: api).recording(into: tape, baseURL: api)
/// // … use the client …
/// try CassetteFile(file).save(tape.cassette)
/// ```
///
/// The caller gets what the server really sent. Transport failures are recorded with their code, cancelled calls are not. A body
/// is read once more for the recording and kept in memory; a stream is made anew for it.
public struct RecordingClient: ClientDecorator {
    /// The client that is recorded.
    public let upstream: any APIClient

    /// What has been recorded.
    public let tape: Recording

    private let snapshot: ResolvedRequest

    /// A recorder of a client for an API below a URL.
    public init(_ upstream: any APIClient, into tape: Recording, baseURL: URL) {
        self.init(upstream, tape, ResolvedRequest(baseURL: baseURL))
    }

    /// A recorder of a client for an API in one of its environments. The cassette will name this environment.
    public init(_ upstream: any APIClient, into tape: Recording, environment: some APIEnvironment) {
        self.init(upstream, tape, ResolvedRequest(environment))
    }

    private init(_ upstream: any APIClient, _ tape: Recording, _ snapshot: ResolvedRequest) {
        self.upstream = upstream
        self.tape = tape
        self.snapshot = snapshot
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await tape.record(try snapshot.request(request)) { try await upstream.send(request) }
    }
}

extension RecordingClient: DeadlineEnforcing {
    public var order: LayerOrder? { .cassette }
}

extension APIClient {
    /// This client, recorded. The base URL is that of this client: a tape keeps absolute URLs.
    public func recording(into tape: Recording, baseURL: URL) -> RecordingClient {
        RecordingClient(self, into: tape, baseURL: baseURL)
    }

    /// This client, recorded. The environment is that of this client: a tape keeps absolute URLs.
    public func recording(into tape: Recording, environment: some APIEnvironment) -> RecordingClient {
        RecordingClient(self, into: tape, environment: environment)
    }
}

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

extension ResolvedRequest {
    /// The request as it would be sent, for a cassette.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    func request(_ request: APIRequest) throws -> Interaction.Request {
        let sent = try parts(of: request)
        let headers = [HeaderField](sent.headers)
        let body = sent.body.map { Interaction.Body($0, contentType: headers.value(of: "Content-Type") ?? "") }
        return Interaction.Request(sent.method, sent.url.absoluteString, headers: headers, body: body)
    }
}
