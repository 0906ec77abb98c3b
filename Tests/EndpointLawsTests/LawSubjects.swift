import EndpointLaws
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The checked clients, with their exceptions.
struct LawSubject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subject: ClientLawSubject
}

extension LawSubject {
    static let all = engines + [mock, replay] + decorators

    #if canImport(FoundationNetworking)
        /// What `URLSession` cannot keep is known for the system's libcurl only.
        static let engines = OtherLibcurl.isLoaded ? [live] : [live, urlSession]
    #else
        static let engines = [live]
    #endif

    /// The client that is wrapped, recorded and broken by the others.
    static let live = LawSubject(
        testDescription: "LiveClient", subject: ClientLawSubject(except: liveExceptions, liveClient))

    static let liveClient: @Sendable (ClientLawServer) -> any APIClient = { server in
        LiveClient(baseURL: server.url, limits: .init(responseBytes: server.responseLimit))
    }

    /// The exceptions of the client over libcurl, or over `URLSession` on Apple platforms.
    static let liveExceptions: [ClientLaw: ClientLawException] = [:]

    /// Answers in the process: it has no connection, and does not follow redirects.
    static let mock = LawSubject(
        testDescription: "Mock",
        subject: ClientLawSubject(
            except: [
                .responseLimit: "a mock has no limit", .decodedResponseLimit: "a mock has no limit",
            ],
            lacking: [
                .sockets: "a mock has no connection", .redirects: "a mock does not follow redirects",
            ]
        ) { server in MockClient { try await server.answer($0) } })

    /// Records each exchange of a live client and replays it at once.
    static let replay = LawSubject(
        testDescription: "Replay",
        subject: ClientLawSubject(
            except: liveExceptions.merging([
                .headLength: "a cassette has the length of the body that it keeps",
                .streamBegins: .notRun("a stream is replayed when it has been recorded"),
                .cancelledStream: .notRun("a stream is replayed when it has been recorded"),
                .droppedStream: .notRun("a stream is replayed when it has been recorded"),
            ]) { _, own in own }
        ) { server in RecordThenReplayClient(live: liveClient(server), baseURL: server.url) })

    #if canImport(FoundationNetworking)
        /// `URLSession` on Linux, with what it cannot keep there.
        static let urlSession = LawSubject(
            testDescription: "URLSession",
            subject: ClientLawSubject(except: [
                .trailersAreAccepted: .notRun("URLSession on Linux ends the process when a response has trailers"),
                .incompleteHead: .notRun(
                    "URLSession on Linux ends the process when a connection is closed inside a head"),
                .respelledResponseHeader: .notRun("URLSession on Linux keeps one of the values, by chance"),
                .lowercaseVersion: "the libcurl of URLSession reads http/1.1",
                .conflictingLengths: "the libcurl of URLSession takes the last length",
                .lateBody: "the libcurl of URLSession uses a connection again on which bytes wait",
                .secondResponse: "the libcurl of URLSession uses a connection again on which bytes wait",
                .sentOnce: "the libcurl of URLSession sends a POST without a body again",
            ]) { server in
                URLSessionClient(baseURL: server.url, limits: .init(responseBytes: server.responseLimit))
            })
    #endif
}

extension LawSubject {
    /// Each decorator around the good client.
    static let decorators: [LawSubject] = [
        decorator("Adapting") { client, _ in
            client.adapting { $0.urlRequest.setValue("1", forHTTPHeaderField: "X-Adapted") }
        },
        decorator("Authorizing") { client, server in client.authorizing(.header("X-Token", "t"), for: server.url) },
        decorator("Caching", except: storing) { client, _ in client.caching(in: .memory()) },
        decorator("Caching on disk", except: storing) { client, _ in DiskCachingClient(client) },
        decorator("CircuitBreaking") { client, _ in client.circuitBreaking(.standard) },
        decorator("Coalescing") { client, _ in client.coalescing() },
        decorator("FallingBack") { client, _ in
            client.fallingBack(when: { _, _ in false }) { _ in throw URLError(.unknown) }
        },
        decorator("Hedging") { client, _ in client.hedging(HedgePolicy(delay: .milliseconds(1))) },
        decorator("IdempotencyKeying") { client, _ in client.addingIdempotencyKeys() },
        decorator("Limiting") { client, _ in client.limiting(.concurrent(64)) },
        decorator("Logging") { client, _ in client.logging(to: LogSink { _ in }) },
        decorator("Metering") { client, _ in client.metering { _ in } },
        decorator("Recording") { client, server in
            client.recording(into: Recording(), baseURL: server.url)
        },
        decorator("Retrying") { client, _ in client.retrying(atOnce) },
        decorator("TimingOut") { client, _ in
            client.timingOut(after: .seconds(60)).timingOut(eachAttemptAfter: .seconds(60))
        },
        decorator("Tracing") { client, _ in client.tracing() },
        decorator("Chaos") { client, _ in client.chaos(seed: 1, []) },
        decorator("standard") { client, _ in client.standard { $0.retry = atOnce } },
        decorator("standard with a cache, coalescing, hedges and a limit", except: storing) { client, _ in
            client.standard { stack in
                stack.retry = atOnce
                stack.cache = .memory()
                stack.isCoalescing = true
                stack.hedge = HedgePolicy(delay: .milliseconds(1))
                stack.limit = .concurrent(64)
            }
        },
    ]

    /// What a cache is for.
    private static let storing: [ClientLaw: ClientLawException] = [
        .noCache: "a cache answers with responses that the server allows to store"
    ]

    /// Failed calls are retried without a wait.
    private static let atOnce = RetryPolicy(base: .zero, overloadBase: .zero)

    private static func decorator(
        _ name: String, except exceptions: [ClientLaw: ClientLawException] = [:],
        lacking lacks: [ClientLaw.Need: String] = [:],
        _ decorate: @escaping @Sendable (any APIClient, ClientLawServer) -> any APIClient
    ) -> LawSubject {
        let all = liveExceptions.merging(exceptions) { _, own in own }
        return LawSubject(
            testDescription: name,
            subject: ClientLawSubject(except: all, lacking: lacks) { decorate(liveClient($0), $0) })
    }
}

/// A client with a cache in a folder of its own, which is removed with the client.
private struct DiskCachingClient: ClientDecorator {
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    let upstream: any APIClient
    private let folder = Folder()

    init(_ client: any APIClient) {
        upstream = client.caching(in: HTTPCache(store: DiskCacheStore(folder: folder.url) { _ in }))
    }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
}

/// Records an exchange of a live client and answers with its replay.
struct RecordThenReplayClient: APIClient {
    let live: any APIClient
    let baseURL: URL

    let traits = ClientTraits(enforcesDeadlines: true)

    func send(_ request: APIRequest) async throws -> APIResponse {
        let recording = Recording()
        let result = await Task.result {
            let response = try await live.recording(into: recording, baseURL: baseURL).send(request)
            if case .stream(let stream) = response.body { await stream.readToEnd() }
            return response
        }
        guard !recording.cassette.interactions.isEmpty else { return try result.get() }
        var placeholders = PlaceholderTable()
        let cassette = recording.cassette.redacted(by: .standard, into: &placeholders)
        return try await ReplayingClient(cassette, baseURL: baseURL).send(request)
    }
}

extension BodyStream {
    /// Reads all chunks, up to an error.
    fileprivate func readToEnd() async {
        do { for try await _ in self {} } catch {}
    }
}

extension Task where Success == APIResponse, Failure == any Error {
    /// The result of an operation in the same task.
    fileprivate static func result(
        of operation: () async throws -> APIResponse
    ) async -> Result<APIResponse, any Error> {
        do { return .success(try await operation()) } catch { return .failure(error) }
    }
}
