import EndpointClient
import Foundation

/// Calls that share one credential, which expires by time or because the server revokes it, while callers leave, the
/// refresh fails or hangs, and the app signs in and out.
struct CredentialScenario: Scenario {
    static let name = "credentials"

    private struct Account: Sendable {
        /// The newest token; whether the server accepts it, and until when.
        var token = 0, isGood = false, end = Duration.zero
        var expiries = 0, refreshes = 0, lastRefresh = 0
        /// The refreshes that run and have not been cancelled.
        var underWay: Set<Int> = []
        var sends: [Int]
        /// When each token has expired.
        var ends: [Int: Duration] = [:]
        /// The tokens whose refusal a caller has received that does something about it.
        var refused: Set<String> = []
        /// Calls that have waited for a refresh since they were last sent.
        var waited: Set<Int> = []
        var interruptions = 0, signOuts = 0
        /// Whether refreshes succeed and the server revokes nothing: for the last call.
        var isCalm = false
        /// Calls that have ended.
        var ended: Set<Int> = []

        mutating func expire(at now: Duration, isRevoked: Bool = false) {
            guard isGood, isRevoked || now >= end else { return }
            (isGood, expiries) = (false, expiries + 1)
        }

        mutating func renew(at now: Duration) {
            (token, isGood, end) = (token + 1, true, now + .seconds(8))
            ends[token] = end
        }
    }

    private let world: World
    private let account: Locked<Account>
    private let count: Int
    private let cancelOdds: Int
    private let refreshFails: Bool
    private let refreshHangs: Bool
    private let signsIn: Bool
    private let isRefreshedEarly: Bool

    init(_ world: World) {
        self.world = world
        count = 2 + world.roll(9)
        cancelOdds = 1 + world.roll(4)
        refreshFails = world.happens(onceIn: 3)
        refreshHangs = world.happens(onceIn: 6)
        signsIn = world.happens(onceIn: 3)
        isRefreshedEarly = world.happens(onceIn: 3)
        account = Locked(Account(sends: Array(repeating: 0, count: count + 1)))
    }

    func run() async {
        var policy = CredentialRefreshPolicy(leeway: isRefreshedEarly ? .seconds(2) : .zero, limit: 1000)
        policy.longestPause = .seconds(8)
        let credential = RefreshingCredential(policy: policy, time: world.time, refresh: refresh)
        let client = MemoryClient(world, answer).authorizing(with: credential)
        async let interruptions: Void = interrupt(credential)
        let outcomes = await world.calls(0..<count, cancelledOnceIn: cancelOdds) { number in
            try await send(number, through: client)
        }
        await interruptions
        for outcome in outcomes { check(outcome) }
        world.check(outcomes.count == count, "\(outcomes.count) of \(count) calls have ended")
        await end(client)
    }

    /// One more call, when nothing fails any longer: the credential must still work.
    private func end(_ client: some APIClient) async {
        account.withLock { $0.isCalm = true }
        try? await world.time.sleep(for: .seconds(60))
        do {
            let response = try await send(count, through: client)
            world.check(response.http.statusCode == 200, "the last call got \(response.http.statusCode)")
        } catch {
            world.check(false, "the last call failed: \(error)")
        }
    }

    func verify() {
        let account = account.withLock { $0 }
        world.check(account.underWay.isEmpty, "refreshes \(account.underWay) have not ended")
        world.check(account.sends.allSatisfy { $0 <= 2 }, "a call was sent more than twice: \(account.sends)")
        if !refreshFails, !refreshHangs, !signsIn, !isRefreshedEarly {
            world.check(
                account.refreshes == account.expiries + 1,
                "\(account.refreshes) refreshes after \(account.expiries) expiries, and one for the first token")
        }
    }

    private func check(_ outcome: Outcome<APIResponse>) {
        let sends = account.withLock { $0.sends[outcome.number] }
        switch outcome.result {
        case .success(let response) where response.http.statusCode == 200:
            world.check(sends >= 1, "call \(outcome.number) was answered, and not sent")
        case .success: world.check(sends == 2, "call \(outcome.number) got 401, and was sent \(sends) times")
        case .failure(let error):
            let signOuts = account.withLock { $0.signOuts }
            switch error {
            case is CancellationError: break  // Checked for every call.
            case CredentialError.signedOut where signOuts > 0: break
            case is PlannedFailure where refreshFails, CredentialError.refreshFailed where refreshFails: break
            case CredentialError.refreshTimedOut where refreshHangs: break
            default: world.check(false, "call \(outcome.number) failed: \(error)")
            }
        }
    }

    private func send(_ number: Int, through client: some APIClient) async throws -> APIResponse {
        defer { account.withLock { _ = $0.ended.insert(number) } }
        let endpoint = NumberedEndpoint(number: number)
        var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
        request.context = request.context.observed { [account] step in
            if case .waitingForCredential = step { account.withLock { _ = $0.waited.insert(number) } }
        }
        return try await client.send(request)
    }

    /// Signs in and out now and then.
    private func interrupt(_ credential: RefreshingCredential) async {
        guard signsIn else { return }
        for _ in 0..<world.roll(4) {
            await world.dawdle()
            if world.happens(onceIn: 2) {
                world.note("sign-out")
                account.withLock { account in
                    account.signOuts += 1
                    (account.isGood, account.interruptions) = (false, account.interruptions + 1)
                }
                credential.signOut()
            } else {
                let token = account.withLock { account in
                    account.interruptions += 1
                    account.renew(at: world.time.now())
                    return account.token
                }
                world.note("sign-in with token \(token)")
                credential.signIn(ExpiringCredential(.bearer("t\(token)"), expiresIn: .seconds(8)))
            }
        }
    }
}

// The server.
extension CredentialScenario {
    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        let number = request.number
        let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
        world.note("call \(number) is sent with \(token ?? "nothing")")
        let hasEnded = account.withLock { account in
            account.sends[number] += 1
            return account.ended.contains(number)
        }
        world.check(!hasEnded, "call \(number) was sent after its end")
        checkSent(token ?? "", by: number)
        await world.dawdle()
        let isRevoked = world.happens(onceIn: 20)
        let isGood = account.withLock { account in
            account.expire(at: world.time.now(), isRevoked: isRevoked && !account.isCalm)
            return account.isGood && token == "Bearer t\(account.token)"
        }
        world.note("call \(number) is \(isGood ? "answered" : "refused")")
        // Where no refresh fails or is interrupted, the first refusal starts one.
        if !isGood, !Task.isCancelled, !refreshFails, !refreshHangs, !signsIn {
            account.withLock { account in
                if account.sends[number] == 1, let token { account.refused.insert(token) }
            }
        }
        return try Responses.status(isGood ? 200 : 401)
    }

    /// Checks that a token may be sent now. After a wait for a refresh a call may be late.
    private func checkSent(_ token: String, by number: Int) {
        let (end, isRefused, hasWaited) = account.withLock { account in
            (
                Int(token.dropFirst("Bearer t".count)).flatMap { account.ends[$0] }, account.refused.contains(token),
                account.waited.remove(number) != nil
            )
        }
        guard let end else { return world.check(false, "call \(number) was sent with \(token)") }
        if hasWaited { return }
        world.check(!isRefused, "call \(number) was sent with \(token), which was refused before")
        world.check(world.time.now() < end, "call \(number) was sent with \(token), which has expired")
    }

    /// Returns the next token, which is valid for eight seconds, or until the server revokes it.
    @Sendable private func refresh(_ last: Credential?) async throws -> ExpiringCredential {
        let (number, isCalm) = account.withLock { account in
            account.expire(at: world.time.now())
            account.refreshes += 1
            account.lastRefresh += 1
            return (account.lastRefresh, account.isCalm)
        }
        let (others, isUseless) = account.withLock { ($0.underWay, $0.isGood) }
        world.note("refresh \(number) begins")
        world.check(others.isEmpty, "refresh \(number) began while \(others) were running")
        world.check(isRefreshedEarly || !isUseless, "refresh \(number) began while the token was good")
        account.withLock { _ = $0.underWay.insert(number) }
        return try await withTaskCancellationHandler {
            defer { account.withLock { _ = $0.underWay.remove(number) } }
            if refreshHangs, !isCalm, world.happens(onceIn: 3) { try await world.time.sleep(for: .seconds(1000)) }
            await world.dawdle()
            if refreshFails, !isCalm, world.happens(onceIn: 3) {
                throw world.happens(onceIn: 3) ? CancellationError() : PlannedFailure()
            }
            return account.withLock { account in
                // The server ignores a refresh that the app has given up.
                if account.underWay.contains(number) { account.renew(at: world.time.now()) }
                return ExpiringCredential(.bearer("t\(account.token)"), expiresIn: .seconds(8))
            }
        } onCancel: {
            account.withLock { _ = $0.underWay.remove(number) }
        }
    }
}
