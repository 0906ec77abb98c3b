import Testing

@testable import EndpointClient

@Suite struct CredentialRefreshPolicyTests {
    @Test func `a refresh policy has the standard's values by default`() throws {
        #expect(CredentialRefreshPolicy() == .standard)
        #expect(CredentialRefreshPolicy.standard.leeway == .seconds(60))
        #expect(CredentialRefreshPolicy.standard.limit == 3)
    }

    @Test(
        arguments: [
            (CredentialRefreshPolicy(leeway: .seconds(-1)), CredentialRefreshPolicy(leeway: .zero)),
            (CredentialRefreshPolicy(leeway: .seconds(Int64.max)), CredentialRefreshPolicy(leeway: .longest)),
            (CredentialRefreshPolicy(limit: 0), CredentialRefreshPolicy(limit: 1)),
            (CredentialRefreshPolicy(limit: .max), CredentialRefreshPolicy(limit: 1000)),
            (CredentialRefreshPolicy(period: .zero), CredentialRefreshPolicy(period: .milliseconds(1))),
            (CredentialRefreshPolicy(period: .seconds(Int64.max)), CredentialRefreshPolicy(period: .longest)),
            (CredentialRefreshPolicy(timeout: .seconds(Int64.min)), CredentialRefreshPolicy(timeout: .milliseconds(1))),
            (CredentialRefreshPolicy(timeout: .seconds(Int64.max)), CredentialRefreshPolicy(timeout: .longest)),
            (CredentialRefreshPolicy(longestPause: .zero), CredentialRefreshPolicy(longestPause: .seconds(2))),
            (
                CredentialRefreshPolicy(longestPause: .seconds(Int64.max)),
                CredentialRefreshPolicy(longestPause: .longest)
            ),
        ])
    func `a value outside its range counts as the nearest one`(
        wrong: CredentialRefreshPolicy, right: CredentialRefreshPolicy
    ) {
        #expect(CredentialRefresh<Int>(wrong) == CredentialRefresh<Int>(right))
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 18, .seconds(Int64.min), .zero])
    func `no lifetime is too long or too short`(lifetime: Duration) throws {
        let kept = try #require(ExpiringCredential(.bearer("t"), expiresIn: lifetime).lifetime(at: Date()))
        #expect((kept > .zero) == (lifetime > .zero))
        #expect(kept <= .seconds(1_000_000_000))
    }
}
