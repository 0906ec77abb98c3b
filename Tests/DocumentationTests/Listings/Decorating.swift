import EndpointTesting
import Testing

struct StampingClient: ClientDecorator {
    let upstream: any APIClient
    let stamp: String

    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        request.urlRequest.setValue(stamp, forHTTPHeaderField: "X-Stamp")
        return try await upstream.send(request)
    }
}

extension APIClient {
    func stamping(_ stamp: String) -> StampingClient { StampingClient(upstream: self, stamp: stamp) }
}

extension StampingClient {
    var order: LayerOrder? { .inside(.retrying) }
    var traits: ClientTraits { inheritedTraits(waits: false) }
}

struct LineQueue: Sendable {
    let flush: @Sendable () async -> Void
}

/// Writes something later.
struct JournalingClient: ClientDecorator {
    let upstream: any APIClient
    let queue: LineQueue

    var traits: ClientTraits { inheritedTraits(waits: false).flushing { await queue.flush() } }

    func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
}

/// The response of a token server.
struct TokenAnswer: Decodable, Sendable {
    let accessToken: String
    let expiresIn: Int
}

struct TokenEndpoint: JsonEndpoint {
    typealias Content = TokenAnswer

    let refreshToken: String

    func makeRequest() throws -> URLRequest {
        try .post("token", body: .form(["grant_type": "refresh_token", "refresh_token": refreshToken]))
    }
}

struct SummaryEndpoint: JsonEndpoint {
    typealias Content = String

    var timeouts: CallTimeouts? { CallTimeouts(head: .seconds(120)) }

    func makeRequest() throws -> URLRequest { try .post("summaries") }
}

func summarising(_ client: any APIClient) async throws -> String {
    let timeouts = CallTimeouts(head: .seconds(5), call: .seconds(8))
    let summary = try await client.request(SummaryEndpoint(), timeouts: timeouts)
    return summary
}

struct Keychain: Sendable {
    let refreshToken: String
}

func renewing(_ api: URL, _ keychain: Keychain) -> any APIClient {
    let plain = LiveClient(baseURL: api)
    let tokens = RefreshingCredential { _ in
        let answer = try await plain.request(TokenEndpoint(refreshToken: keychain.refreshToken))
        return ExpiringCredential(.bearer(answer.accessToken), expiresIn: .seconds(answer.expiresIn))
    }
    let client = plain.authorizing(with: tokens).retrying()
    return client
}

struct LoginSession: Sendable {
    let token: @Sendable () async throws -> String
}

func authenticating(
    _ plain: LiveClient, _ keychain: Keychain, _ session: LoginSession, _ apiKey: String
) -> [any APIClient] {
    let tokens = RefreshingCredential { _ in
        let answer = try await plain.request(TokenEndpoint(refreshToken: keychain.refreshToken))
        return ExpiringCredential(.bearer(answer.accessToken), expiresIn: .seconds(answer.expiresIn))
    }
    let clients = [
        plain.standard { $0.credential = .header("X-Api-Key", apiKey) },
        plain.standard { $0.credential = .provided { .bearer(try await session.token()) } },
        plain.standard { $0.credential = .refreshing(tokens) },
    ]
    return clients
}

func hedgingSlowCalls(_ api: URL) -> any APIClient {
    let client = LiveClient(baseURL: api).standard { $0.hedge = .p95 }
    return client
}

func limitingCalls(_ plain: LiveClient) -> [any APIClient] {
    let clients = [
        plain.standard { $0.limit = .concurrent(6) },
        plain.standard { $0.limit = .rate(10, burst: 20) },
        plain.standard { $0.limit = .adaptive() },
    ]
    return clients
}

func stacking(_ api: URL, _ token: String) -> any APIClient {
    let client = LiveClient(baseURL: api).standard {
        $0.credential = .bearer(token)
        $0.log = .standardError
    }
    return client
}

struct SigningKey: Sendable {
    let signature: @Sendable (_ of: SignableRequest) async throws -> String

    func signature(of request: SignableRequest) async throws -> String { try await signature(request) }
}

func signing(_ api: URL, _ key: SigningKey) -> any APIClient {
    let client = LiveClient(baseURL: api).standard {
        $0.sign = { request in
            request.headers["X-Signature"] = try await key.signature(of: request)
        }
    }
    return client
}

func signing(_ client: some APIClient, _ key: SigningKey) -> some APIClient {
    client.signing { request in
        request.headers["X-Signature"] = try await key.signature(of: request)
    }
}

struct Histogram: Sendable {
    let record: @Sendable (Duration) -> Void
}

struct Counter: Sendable {
    let increment: @Sendable () -> Void
}

func measuring(_ api: URL, _ histogram: Histogram, _ newConnections: Counter) -> any APIClient {
    let client = LiveClient(baseURL: api).metering { event in
        guard case .ended = event.step, let metrics = event.metrics else { return }
        if let firstByte = metrics.firstByte { histogram.record(firstByte) }
        if metrics.isReusedConnection == false { newConnections.increment() }
    }
    return client
}

func diagnosing(_ client: any APIClient, _ endpoint: SearchEndpoint) async throws -> [Item] {
    do {
        return try await client.request(endpoint)
    } catch let error as HTTPError {
        // GET /v1/search?q=momo → 503 Service Unavailable. Tried 3 times in 1.204 s: all attempts are used up.
        print(error)
        for attempt in error.retries?.attempts ?? [] { print(attempt) }
        throw error
    }
}

@Suite struct StampingClientTests {
    @Test func `stamps what it sends`() async throws {
        let mock = MockClient { request in try .json("[]", to: request) }
        _ = try await mock.stamping("blue").request(SearchEndpoint(words: "x"))
        #expect(mock.requests.map { $0.urlRequest.value(forHTTPHeaderField: "X-Stamp") } == ["blue"])
    }

    @Test func `a decorator describes itself`() {
        #expect("\(MockClient {}.stamping("blue"))" == "Stamping › Mock")
    }

    /// The first listing of the page: it declares nothing.
    private struct BareClient: ClientDecorator {
        let upstream: any APIClient

        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    @Test func `without a declaration it works, and with one line it is as good as the library's own`() throws {
        let live = LiveClient(baseURL: try #require(URL(string: "https://api.example.com")))
        let (bare, stamping, own) = (BareClient(upstream: live), live.stamping("blue"), live.adapting { _ in })
        for client in [bare, stamping, own] as [any APIClient] {
            #expect(client.traits.baseOrigin == live.traits.baseOrigin)
        }
        #expect(!bare.traits.enforcesDeadlines)
        #expect(stamping.traits.enforcesDeadlines && own.traits.enforcesDeadlines)
        #expect("\(BareClient(upstream: live.retrying()))".hasPrefix("Bare › Retrying › "))
        #expect("\(live.retrying().stamping("blue"))".hasSuffix("(Stamping belongs inside Retrying)"))
    }

    @Test func `the entries that a decorator writes later are flushed through the stack`() async {
        let flushes = Locked(0)
        let queue = LineQueue { flushes.withLock { $0 += 1 } }
        await BareClient(upstream: JournalingClient(upstream: MockClient {}, queue: queue)).retrying().flush()
        #expect(flushes.withLock { $0 } == 1)
    }
}

@Suite(.timeLimit(.minutes(10))) struct DecoratingListings {
    private let keychain = Keychain(refreshToken: "r-1973")
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            request.path == "/token" ? .json(#"{"accessToken": "a-1973", "expiresIn": 3600}"#) : .json("[]")
        }
    }

    @Test func `a credential is fetched before the first call`() async throws {
        _ = try await renewing(server.url, keychain).request(SearchEndpoint(words: "x"))
        let requests = await server.received(2)
        #expect(requests.map(\.path) == ["/token", "/search"])
        #expect(requests.first?.text == "grant_type=refresh_token&refresh_token=r-1973")
        #expect(requests.last?.header("Authorization") == "Bearer a-1973")
    }

    @Test func `a credential is fixed, provided or fetched`() async throws {
        let session = LoginSession { "s-1973" }
        for client in authenticating(LiveClient(baseURL: server.url), keychain, session, "k-1973") {
            _ = try await client.request(SearchEndpoint(words: "x"))
        }
        let requests = await server.received(4).filter { $0.path == "/search" }
        #expect(requests.map { $0.header("X-Api-Key") } == ["k-1973", nil, nil])
        #expect(requests.map { $0.header("Authorization") } == [nil, "Bearer s-1973", "Bearer a-1973"])
    }

    @Test func `a stack limits the number of calls`() async throws {
        for client in limitingCalls(LiveClient(baseURL: server.url)) {
            #expect("\(client)".contains("Limiting"))
            _ = try await client.request(SearchEndpoint(words: "x"))
        }
    }

    @Test func `a call has limits of its own`() async throws {
        let mock = MockClient { On(SummaryEndpoint.self).reply("short") }
        #expect(try await summarising(mock.standard) == "short")
    }

    @Test func `a stack sends the credential and logs`() async throws {
        let client = stacking(server.url, "t-1973")
        #expect("\(client)".contains("Logging"))
        _ = try await client.request(SearchEndpoint(words: "x"))
        #expect(await server.received(1).first?.header("Authorization") == "Bearer t-1973")
    }

    @Test func `a stack sends slow calls again`() {
        #expect("\(hedgingSlowCalls(server.url))".contains("Retrying › Hedging"))
    }

    @Test func `a call is measured once, with its connection`() async throws {
        let (times, connections) = (Locked<[Duration]>([]), Locked(0))
        let histogram = Histogram { time in times.withLock { $0.append(time) } }
        let client = measuring(server.url, histogram, Counter { connections.withLock { $0 += 1 } })
        _ = try await client.request(SearchEndpoint(words: "x"))
        #expect(times.withLock { $0.count } == 1)
        #expect(connections.withLock { $0 } == 1)
    }

    @Test func `a failure says what has been tried`() async throws {
        let busy = MockClient { try .answer(503, to: $0) }
        let client = busy.retrying(RetryPolicy(base: .zero, overloadBase: .zero))
        let lines = await Output.lines(4) {
            await #expect(throws: HTTPError.self) { try await diagnosing(client, SearchEndpoint(words: "momo")) }
        }
        #expect(try #require(lines.first).hasPrefix("GET search?q=momo → 503 Service Unavailable. Tried 3 times"))
        #expect(try #require(lines.first).hasSuffix(": all attempts are used up."))
        #expect(lines.dropFirst().allSatisfy { $0.contains("503") }, "\(lines)")
    }
}
