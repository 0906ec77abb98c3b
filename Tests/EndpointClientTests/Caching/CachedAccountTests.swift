import EndpointTesting
import Testing

@testable import EndpointClient

/// A hundred callers through a stack with a cache, coalescing and a credential that is refreshed.
@Suite(.timeLimit(.minutes(5))) struct CachedAccountTests {
    private static let paths = (0..<10).map { "books/\($0)" }

    private let clock = TestClock()
    private let library = Library()

    /// - Parameter isNamed: Whether the app tells the cache whose the requests are.
    private func stack(isNamed: Bool) -> (client: any APIClient, cache: HTTPCache, tokens: RefreshingCredential) {
        let library = library
        var options = HTTPCache.Options()
        if isNamed { options.account = { library.account } }
        let cache = HTTPCache.memory(options: options)
        let tokens = RefreshingCredential(time: clock.time) { _ in try library.refresh() }
        let client = library.server.standard { stack in
            stack.time = clock.time
            stack.credential = .refreshing(tokens)
            stack.cache = cache
            stack.isCoalescing = true
        }
        return (client, cache, tokens)
    }

    /// The owners of the answers to a hundred callers at the same time, ten for each path; nil for an error.
    private func owners(_ client: any APIClient) async -> Set<String?> {
        await withTaskGroup(of: String?.self) { group in
            for caller in 0..<100 {
                group.addTask {
                    let response = try? await client.send(.get, Self.paths[caller % 10])
                    return response.map { String(decoding: $0.data, as: UTF8.self) }
                }
            }
            return await group.reduce(into: []) { $0.insert($1) }
        }
    }

    @Test(arguments: [true, false])
    func `a hundred callers share exchanges and stored answers through an expiry of the credential`(
        isNamed: Bool
    ) async throws {
        let (client, cache, tokens) = stack(isNamed: isNamed)
        tokens.signIn(library.signIn("anna"))
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 10)
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 0)

        // Each exchange is refused once, and sent again after one refresh for all.
        library.expire()
        clock.advance(by: .seconds(61))
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() <= 20)
        #expect(library.refreshes == 1)

        // The answers of a replay belong to the account; without its name they belong to no credential that is known.
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() <= (isNamed ? 0 : 10))
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 0)
        #expect(await cache.entries().allSatisfy { !"\($0)".contains("token") })
    }

    @Test(arguments: [true, false])
    func `another account gets nothing of the first, which finds its answers again`(isNamed: Bool) async throws {
        let (client, cache, tokens) = stack(isNamed: isNamed)
        let anna = library.signIn("anna")
        tokens.signIn(anna)
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 10)

        library.signOut()
        tokens.signOut()
        #expect(await owners(client) == [nil])
        #expect(library.takeCount() == 0)

        tokens.signIn(library.signIn("ben"))
        #expect(await owners(client) == ["ben"])
        #expect(library.takeCount() == 10)

        library.signInAgain("anna")
        tokens.signIn(anna)
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 0)

        guard isNamed else { return }
        await cache.removeAll(ofAccount: "anna")
        #expect(await cache.entries().count == 10)
        #expect(await owners(client) == ["anna"])
        #expect(library.takeCount() == 10)
    }

    @Test(arguments: [true, false])
    func `an answer that is under way during a change of the account is not stored for the next`(
        isNamed: Bool
    ) async throws {
        let (client, cache, tokens) = stack(isNamed: isNamed)
        tokens.signIn(library.signIn("anna"))
        library.hold()
        async let annas = owners(client)
        await library.holds(10)

        tokens.signIn(library.signIn("ben"))
        async let bens = owners(client)
        await library.holds(20)
        library.release()
        #expect(await annas == ["anna"])
        #expect(await bens == ["ben"])
        #expect(library.takeCount() == 20)

        #expect(await owners(client) == ["ben"])
        #expect(library.takeCount() == 0)
        // Without names, those of anna are still found by her token, and by no other.
        #expect(await cache.entries().count == (isNamed ? 10 : 20))
    }
}

/// A server that answers with the account whose token a request has, and its sign-in.
private final class Library: Sendable {
    private struct State {
        var account: String?
        /// The accounts by their valid tokens.
        var accounts: [String: String] = [:]
        var tokens = 0
        var refreshes = 0
        var count = 0
        var gate: AwaitableValue<Bool>?

        mutating func issue(to account: String) -> ExpiringCredential {
            tokens += 1
            accounts["Bearer token-\(tokens)"] = account
            return ExpiringCredential(.bearer("token-\(tokens)"))
        }
    }

    private let state = Locked(State())
    private let held = AwaitableValue(0)

    /// The account that is signed in.
    var account: String? { state.withLock { $0.account } }

    var refreshes: Int { state.withLock { $0.refreshes } }

    var server: MockClient {
        MockClient(baseURL: URL(string: "https://library.example/v1")) { [self] request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization") ?? ""
            let (account, gate) = state.withLock { state in
                state.count += 1
                return (state.accounts[token], state.gate)
            }
            if let gate {
                held.update { $0 += 1 }
                await gate.wait { $0 }
            }
            guard let account else { return try .answer(401, to: request) }
            return try .answer(headers: ["Cache-Control": "max-age=60"], body: Data(account.utf8), to: request)
        }
    }

    /// The number of requests since the last time.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.count = 0 }
            return state.count
        }
    }

    func signIn(_ account: String) -> ExpiringCredential {
        state.withLock { state in
            state.account = account
            return state.issue(to: account)
        }
    }

    /// With a token that is still valid.
    func signInAgain(_ account: String) { state.withLock { $0.account = account } }

    func signOut() { state.withLock { $0.account = nil } }

    /// No token is valid any more.
    func expire() { state.withLock { $0.accounts = [:] } }

    func refresh() throws -> ExpiringCredential {
        try state.withLock { state in
            guard let account = state.account else { throw CredentialError.signedOut }
            state.refreshes += 1
            return state.issue(to: account)
        }
    }

    /// From now on requests wait.
    func hold() { state.withLock { $0.gate = AwaitableValue(false) } }

    func holds(_ count: Int) async { await held.wait { $0 >= count } }

    func release() { state.withLock { $0.gate.take() }?.update { $0 = true } }
}
