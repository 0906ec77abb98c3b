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

extension RecordingClient: OrderedLayer, DeadlineEnforcing {
    package var rank: LayerOrder { .cassette }
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
