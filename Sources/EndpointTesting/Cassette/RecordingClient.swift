/// A client that records the exchanges of another client.
///
/// ```swift
/// let recording = Recording()
/// let client = LiveClient(baseURL: api).recording(into: recording, baseURL: api)
/// // … use the client …
/// try CassetteFile(file).save(recording.cassette)
/// ```
///
/// The caller gets the original response, with its secrets. Transport errors are recorded with their code, cancelled
/// calls are not recorded. A stream is recorded while it is read, with its pieces and their times, up to its end, or as
/// far as the caller reads it; the replay then breaks off there. A request body is read a second time for the recording
/// and kept in memory; for a streamed body a second stream is made. A request that contains a cassette's placeholder is
/// not sent: see `CassetteError.Reason.placeholder`.
///
/// With a cache around it or inside it, the recording can be replayed without one, or with an empty one: a response
/// from the cache is no exchange and is not recorded, and where the server has confirmed a stored response by 304, the
/// whole response is recorded, for a request without the cache's conditions. What the cache had stored before the
/// recording began is missing in it.
///
/// The decisions of the clients that it wraps are recorded too, as `Interaction.steps`: around a whole stack, a call is
/// one exchange with its retries, waits and refreshes; innermost, each attempt is an exchange of its own.
public struct RecordingClient: ClientDecorator {
    /// The client that sends the requests.
    public let upstream: any APIClient

    /// The exchanges so far.
    public let recording: Recording

    private let resolver: RequestResolver
    private let redaction: Redaction

    /// Records a client for an API below a URL.
    public init(_ upstream: any APIClient, into recording: Recording, baseURL: URL) {
        self.init(upstream, recording, RequestResolver(baseURL: baseURL))
    }

    /// Records a client for an API in one of its environments. The recorded requests have the URL and the headers of
    /// this environment.
    public init(_ upstream: any APIClient, into recording: Recording, environment: some APIEnvironment) {
        self.init(upstream, recording, RequestResolver(environment))
    }

    private init(_ upstream: any APIClient, _ recording: Recording, _ resolver: RequestResolver) {
        self.upstream = upstream
        self.recording = recording
        self.resolver = resolver
        redaction = upstream.traits.redaction
        recording.use(redaction)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let live = try resolver.request(request)
        let (steps, observed) = recording.observe(request, redaction: redaction)
        return try await recording.record(live, in: request.context, steps) {
            try await upstream.send(observed, resolvedAs: live)
        }
    }
}

extension RecordingClient {
    public var order: LayerOrder? { .cassette }

    public var traits: ClientTraits { inheritedTraits(waits: false) }
}

extension APIClient {
    /// Sends a request that may reach a server. Every client of this module that forwards requests uses this function.
    ///
    /// - Parameter standIns: Texts other than placeholders that replace secrets. - Throws:
    ///   `CassetteError.Reason.placeholder` if the request contains a replacement of a secret.
    func send(
        _ request: APIRequest, resolvedAs live: Interaction.Request, standIns: some Sequence<String> = []
    ) async throws -> APIResponse {
        let places = live.placesOfPlaceholders(and: standIns)
        guard places.isEmpty else {
            throw CassetteError(.placeholder(live.methodAndURL(by: traits.redaction), in: places))
        }
        return try await send(request)
    }

    /// Records this client. The base URL must be that of this client, because a recording has absolute URLs.
    public func recording(into recording: Recording, baseURL: URL) -> RecordingClient {
        RecordingClient(self, into: recording, baseURL: baseURL)
    }

    /// Records this client. The environment must be that of this client, because a recording has absolute URLs.
    public func recording(into recording: Recording, environment: some APIEnvironment) -> RecordingClient {
        RecordingClient(self, into: recording, environment: environment)
    }
}

/// The exchanges that a ``RecordingClient`` has recorded so far, in the order of their starts.
///
/// Copies share their state. The exchanges are kept in memory and contain secrets; ``CassetteFile/save(_:)`` writes
/// them without secrets.
public struct Recording: Sendable {
    private let time: TimeSource
    private let exchanges = Locked([Exchange?]())
    private let redaction = Locked(Redaction?.none)
    /// Whether requests without a response in a cassette are kept, as failures.
    private let keepsUnmatched: Bool
    /// The most bytes of a body that are kept.
    private let bodyLimit: Int

    /// An empty recording. `time` provides the dates of the exchanges, and measures their durations.
    public init(time: TimeSource = .system) {
        self.init(time: time, bodyLimit: .max)
    }

    init(time: TimeSource = .system, keepsUnmatched: Bool = false, bodyLimit: Int = .max) {
        self.time = time
        self.keepsUnmatched = keepsUnmatched
        self.bodyLimit = bodyLimit
    }

    private struct Exchange {
        var request: Interaction.Request
        let date: Date
        let start: Duration
        let steps: RecordedSteps?
        var end: End?

        /// Nil until the exchange has ended.
        var interaction: Interaction? {
            end.map { end in
                let duration = max(.zero, end.time - start)
                let metrics = end.metrics?.endingInteraction(of: duration)
                return Interaction(
                    request, end.outcome, startedDateTime: date, timing: .init(metrics, lasting: duration),
                    metrics: metrics, chunks: end.chunks, interruption: end.interruption,
                    steps: steps?.steps(since: start) ?? [], note: end.note)
            }
        }
    }

    private struct End {
        let outcome: Interaction.Outcome
        var metrics: ExchangeMetrics?
        var chunks: [Interaction.Chunk] = []
        var interruption: Interaction.Failure?
        var note: String?
        var miss: UnmatchedRequest?
        let time: Duration
    }
}

extension Recording {
    /// The exchanges that have ended, in the order of their starts.
    public var cassette: Cassette {
        let interactions = exchanges.withLock { $0 }.compactMap { $0?.interaction }
        var cassette = Cassette(interactions, recordedAt: interactions.first?.startedDateTime)
        cassette.clientRedaction = redaction.withLock { $0 }
        return cassette
    }

    /// The exchanges that have ended, in the order of their starts, each with the error if its request had no response
    /// in a cassette or a mock.
    var exchangesWithMisses: [(interaction: Interaction, miss: UnmatchedRequest?)] {
        exchanges.withLock { $0 }.compactMap { exchange in
            exchange?.interaction.map { ($0, exchange?.end?.miss) }
        }
    }

    /// A request whose steps are recorded from now on.
    func observe(_ request: APIRequest, redaction: Redaction) -> (RecordedSteps, APIRequest) {
        var observed = request
        let steps = RecordedSteps(of: &observed, time, redaction: redaction)
        return (steps, observed)
    }

    /// Adds the redaction of a client that is recorded: a saved cassette contains none of the secrets that it finds.
    func use(_ other: Redaction) {
        guard other != .standard, other != .off else { return }
        redaction.withLock { $0 = $0?.adding(other) ?? other }
    }

    /// Sends a request and records its response or its transport error. A cancelled exchange is not recorded, and
    /// neither is a response from a cache. A stream is recorded when it ends. `recorded` is called with the response,
    /// or at the end of its stream.
    ///
    /// - Parameter body: The body of the request, if it is only known when the exchange has ended.
    func record(
        _ request: Interaction.Request, in context: CallContext = CallContext(), _ steps: RecordedSteps? = nil,
        recorded: @escaping @Sendable (Interaction.Response) -> Void = { _ in },
        body: (@Sendable () -> RecordedBody)? = nil, _ send: () async throws -> APIResponse
    ) async throws -> APIResponse {
        let index = start(request, steps)
        do {
            var response = try await send()
            guard response.stored == nil else {
                end(index, nil, nil)
                return response
            }
            let (http, headers, metrics) = (response.http, response.headers, response.metrics)
            guard case .stream(let stream) = response.body else {
                let time = time.now()
                let confirmed = http.statusCode == 304 ? await context.confirmed?(response) : nil
                if confirmed != nil { removeConditions(index) }
                let whole = confirmed ?? response
                let part = whole.data.prefix(bodyLimit)
                let kept = Interaction.Response(whole.http, headers: whole.headers, body: part, to: request)
                end(
                    index,
                    End(
                        outcome: .response(kept), metrics: metrics,
                        interruption: part.count < whole.data.count ? .cut(after: bodyLimit) : nil, time: time),
                    body)
                recorded(kept)
                return response
            }
            let (read, ending) = (Locked(RecordedStream(limit: bodyLimit)), stream.ending)
            let observed = stream.observed { error in
                let read = read.withLock { $0 }
                let part = Interaction.Response(http, headers: headers, body: read.body, to: request)
                end(
                    index,
                    End(
                        outcome: .response(part), metrics: ending?()?.metrics ?? metrics, chunks: read.chunks,
                        interruption: read.isCut ? .cut(after: bodyLimit) : error.map { failure($0) ?? .abandoned },
                        time: time.now()), body)
                recorded(part)
            } onChunk: { chunk in
                read.withLock { $0.add(chunk, at: time.now()) }
            }
            response.body = .stream(observed)
            return response
        } catch {
            let miss = error as? UnmatchedRequest
            end(index, failure(error).map { End(outcome: .failure($0), miss: miss, time: time.now()) }, body)
            throw error
        }
    }

    private func start(_ request: Interaction.Request, _ steps: RecordedSteps?) -> Int {
        let exchange = Exchange(request: request, date: time.date(), start: time.now(), steps: steps)
        return exchanges.withLock { exchanges in
            exchanges.append(exchange)
            return exchanges.count - 1
        }
    }

    /// The request of an exchange as it would be without a cache.
    private func removeConditions(_ index: Int) {
        exchanges.withLock { exchanges in
            for name in ["If-None-Match", "If-Modified-Since"] { exchanges[index]?.request.headers[name] = nil }
        }
    }

    /// Ends an exchange; without a result it is not recorded.
    private func end(_ index: Int, _ end: End?, _ body: (@Sendable () -> RecordedBody)?) {
        let body = body?()
        exchanges.withLock { exchanges in
            guard var end else { return exchanges[index] = nil }
            if let body, let request = exchanges[index]?.request {
                exchanges[index]?.request.body = body.of(request)
                end.note = body.note
            }
            exchanges[index]?.end = end
        }
    }

    private func failure(_ error: any Error) -> Interaction.Failure? {
        if keepsUnmatched, let miss = error as? UnmatchedRequest {
            let message = miss.isMock ? "no stub matches it" : "not in the cassette"
            return Interaction.Failure(.resourceUnavailable, message: message)
        }
        guard let error = error as? URLError, error.code != .cancelled, !Task.isCancelled else { return nil }
        return Interaction.Failure(error.code, message: error.localizedDescription)
    }
}

extension ExchangeMetrics {
    /// The metrics of the last exchange of a call, with its times counted from the start of the call. Earlier phases of
    /// the call, such as waiting in a queue or following redirects, count as time before the request.
    fileprivate func endingInteraction(of duration: Duration) -> ExchangeMetrics {
        guard let total, total < duration else { return self }
        var metrics = self
        metrics.requestStart? += duration - total
        metrics.requestSent? += duration - total
        metrics.firstByte? += duration - total
        metrics.total = duration
        return metrics
    }
}

extension Interaction.Timing {
    /// The phases of a call that took this long. Time that the metrics do not cover counts as waiting, or as receiving
    /// after the first byte.
    fileprivate init(_ metrics: ExchangeMetrics?, lasting duration: Duration) {
        self.init(metrics ?? ExchangeMetrics())
        let rest = max(.zero, duration - total)
        if metrics?.firstByte == nil { wait += rest } else { receive += rest }
    }
}

extension RequestResolver {
    /// The request of a cassette: with the URL, the headers and the body that would be sent.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    func request(_ request: APIRequest) throws -> Interaction.Request {
        let sent = try resolve(request)
        let type = sent.headers["Content-Type"] ?? ""
        let body = try sent.readBody().map { Interaction.Body($0, contentType: type) }
        return Interaction.Request(sent.method, sent.url.absoluteString, headers: sent.headers, body: body)
    }
}
