import EndpointCore
import Testing

@Suite struct CredentialRefreshPolicyTests {
    @Test func `what is left out is as in the standard`() throws {
        #expect(try CredentialRefreshPolicy() == .standard)
        #expect(CredentialRefreshPolicy.standard.leeway == .seconds(60))
        #expect(CredentialRefreshPolicy.standard.limit == 3)
    }

    @Test func `nonsense is refused when it is made`() {
        #expect(throws: PolicyError.self) { try CredentialRefreshPolicy(leeway: .seconds(-1)) }
        #expect(throws: PolicyError.self) { try CredentialRefreshPolicy(limit: 0) }
        #expect(throws: PolicyError.self) { try CredentialRefreshPolicy(period: .zero) }
        #expect(throws: PolicyError.self) { try CredentialRefreshPolicy(timeout: .zero) }
    }
}
