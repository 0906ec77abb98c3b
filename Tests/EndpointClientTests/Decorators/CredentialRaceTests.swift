import EndpointTesting
import TestSupport
import Testing

/// Proof 2, through the wrapper: two thousand concurrent calls in each of ten schedules, a hundred with
/// `ENDPOINT_THOROUGH=1`.
@Suite struct CredentialRaceTests {
    @Test(arguments: 1...UInt64(isThorough ? 100 : 10))
    func `every call is answered after one refresh for each expiry, and none is sent three times`(seed: UInt64)
        async throws
    {
        let (outcomes, account) = try await CredentialRace(calls: 2000, seed: seed).run()
        #expect(account.refreshes == account.expiries + 1)
        #expect(account.useless == 0)
        #expect(account.overlapping == 0)
        #expect(account.refreshes > 1)
        #expect(account.sends.allSatisfy { $0 <= 2 })
        #expect(outcomes.count == 2001)
        for outcome in outcomes { #expect(outcome.isRight(account.sends[outcome.call])) }
    }
}

extension CredentialRace.Outcome {
    /// A call is answered, with 401 only when its replay came too late; and only a call that was cancelled ends as
    /// cancelled.
    func isRight(_ sends: Int) -> Bool {
        switch status {
        case 200: (1...2).contains(sends)
        case 401: sends == 2
        default: wasCancelled && error is CancellationError && sends <= 2
        }
    }
}

/// Many calls that race for one credential, through the real wrapper: it expires now and then, by time or because the
/// server rejects it, and callers cancel. The race counts violations.
final class CredentialRace: Sendable {
    struct Account: Sendable {
        /// The newest token, from 1; whether the server still takes it; and until when.
        var token = 0, isGood = false, end = Duration.zero
        var expiries = 0, refreshes = 0, underWay = 0
        var sends: [Int] = []
        /// Refreshes of a valid token, and concurrent ones.
        var useless = 0, overlapping = 0
    }

    private let count: Int
    private let dice: Dice
    private let clock = TestClock()
    private let time: TimeSource
    private let account = Locked(Account())

    init(calls: Int, seed: UInt64) {
        count = calls
        dice = Dice(seed: seed)
        time = clock.time
        account.withLock { $0.sends = Array(repeating: 0, count: calls + 1) }
    }

    /// How often each call ended, and how; what went wrong; and the counts. The last call starts when all others have
    /// ended, so that no expiry goes unnoticed.
    func run() async throws -> (outcomes: [Outcome], account: Account) {
        let policy = CredentialRefreshPolicy(leeway: .zero, limit: 1000)
        let credential = RefreshingCredential(policy: policy, time: clock.time, refresh: refresh)
        let client = PunctualClient(answer).authorizing(with: credential)
        var outcomes = await withTaskGroup { group in
            for call in 0..<count { group.addTask { await self.outcome(of: call, client) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        outcomes.append(await Outcome(count, wasCancelled: false) { try await client.send(self.request(count)) })
        return (outcomes, account.withLock { $0 })
    }

    private func outcome(of call: Int, _ client: some APIClient) async -> Outcome {
        await dice.dawdle()
        let task = Task { try await client.send(self.request(call)) }
        let leaves = dice.roll(10) == 0
        if leaves {
            await dice.dawdle()
            task.cancel()
        }
        return await Outcome(call, wasCancelled: leaves) { try await task.value }
    }

    private func request(_ call: Int) -> APIRequest {
        let request = URLRequest(url: URL(string: "\(call)")!)
        return APIRequest(request, for: RawEndpoint(request))
    }
}

// The server.
extension CredentialRace {
    private static let answers = [200, 401].map {
        APIResponse(
            http: HTTPURLResponse(url: URL(string: "/")!, statusCode: $0, httpVersion: nil, headerFields: nil)!,
            body: .data(Data()))
    }

    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        await dice.dawdle()
        let call = request.urlRequest.url.flatMap { Int($0.relativeString) } ?? 0
        let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
        let isRevoked = call < count && dice.roll(30) == 0
        if call < count, dice.roll(100) == 0 { clock.advance(by: .milliseconds(dice.roll(300))) }
        let isGood = account.withLock { [now = time.now()] account in
            account.sends[call] += 1
            account.expire(isRevoked: isRevoked, at: now)
            return account.isGood && token == "Bearer t\(account.token)"
        }
        return Self.answers[isGood ? 0 : 1]
    }

    /// Returns the next token, which is valid for a second, or until the server revokes it.
    @Sendable private func refresh(_ last: Credential?) async throws -> ExpiringCredential {
        account.withLock { [now = time.now()] account in
            account.expire(isRevoked: false, at: now)
            account.useless += account.isGood ? 1 : 0
            account.overlapping += account.underWay
            (account.refreshes, account.underWay) = (account.refreshes + 1, account.underWay + 1)
        }
        await dice.dawdle()
        return account.withLock { [now = time.now()] account in
            account.underWay -= 1
            (account.token, account.isGood, account.end) = (account.token + 1, true, now + .seconds(1))
            return ExpiringCredential(.bearer("t\(account.token)"), expiresIn: .seconds(1))
        }
    }
}

extension CredentialRace.Account {
    mutating func expire(isRevoked: Bool, at now: Duration) {
        guard isGood, isRevoked || now >= end else { return }
        (isGood, expiries) = (false, expiries + 1)
    }
}

extension CredentialRace {
    /// How a call ended.
    struct Outcome: Sendable {
        let call: Int
        let wasCancelled: Bool
        let status: Int?
        let error: (any Error)?

        init(_ call: Int, wasCancelled: Bool, _ send: () async throws -> APIResponse) async {
            (self.call, self.wasCancelled) = (call, wasCancelled)
            do {
                (status, error) = (try await send().http.statusCode, nil)
            } catch {
                (status, self.error) = (nil, error)
            }
        }
    }
}
