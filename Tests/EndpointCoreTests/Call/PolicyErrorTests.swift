import Testing

@testable import EndpointCore

@Suite struct BreakerOpenErrorTests {
    @Test func `a breaker error names the host and the wait`() {
        let error = BreakerOpenError(host: "api.example.com", retryAfter: .milliseconds(7500))
        #expect(error.retryAfter == .milliseconds(7500))
        #expect("\(error)" == "api.example.com has failed repeatedly. No requests are sent to it for another 8 s.")
    }

    @Test func `a negative wait of a breaker error is zero`() {
        #expect(BreakerOpenError(host: "h", retryAfter: .seconds(-1)).retryAfter == .zero)
    }
}
