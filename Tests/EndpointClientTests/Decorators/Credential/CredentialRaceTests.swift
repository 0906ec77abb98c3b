import EndpointTesting
import Testing

/// Proof 2, through the wrapper: two thousand calls at once in each of ten schedules, of a hundred with `ENDPOINT_THOROUGH=1`.
@Suite struct CredentialRaceTests {
    @Test(arguments: 1...UInt64(isThorough ? 100 : 10))
    func `everyone is answered, after one refresh for each expiry, and no one is sent three times`(seed: UInt64)
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
    /// A call is answered, with 401 only when its replay came too late; and only a call that was cancelled ends as cancelled.
    func isRight(_ sends: Int) -> Bool {
        switch status {
        case 200: (1...2).contains(sends)
        case 401: sends == 2
        default: wasCancelled && error is CancellationError && sends <= 2
        }
    }
}
