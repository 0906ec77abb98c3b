import EndpointCore
import Testing

@Suite struct RetryPolicyTests {
    @Test func `the standard is what the documentation says`() {
        let policy = RetryPolicy.standard
        #expect((policy.attempts, policy.base, policy.overloadBase) == (3, .milliseconds(250), .seconds(1)))
        #expect((policy.cap, policy.longestRetryAfter) == (.seconds(20), .seconds(60)))
        #expect(policy.methods == [.get, .head, .options, .trace, .put, .delete])
        #expect(policy.statuses == [408, 429, 500, 502, 503, 504])
    }

    @Test func `what is left out is as in the standard`() throws {
        #expect(try RetryPolicy() == .standard)
        #expect(try RetryPolicy(attempts: 5).cap == RetryPolicy.standard.cap)
    }

    @Test func `nonsense is refused when it is made`() {
        #expect(throws: PolicyError.self) { try RetryPolicy(attempts: 0) }
        #expect(throws: PolicyError.self) { try RetryPolicy(attempts: -1) }
        #expect(throws: PolicyError.self) { try RetryPolicy(attempts: .max) }
        #expect(throws: PolicyError.self) { try RetryPolicy(base: .seconds(-1)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(base: .seconds(30)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(overloadBase: .seconds(-1)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(overloadBase: .seconds(21)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(cap: .seconds(-1)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(cap: .seconds(Int64.max)) }
        #expect(throws: PolicyError.self) { try RetryPolicy(longestRetryAfter: .seconds(-1)) }
    }
}
