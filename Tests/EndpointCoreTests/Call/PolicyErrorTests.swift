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

@Suite struct QuotaExceededErrorTests {
    @Test func `a quota error names the quota, the host and the wait`() {
        let error = QuotaExceededError(host: "api.example.com", resource: "search", retryAfter: .milliseconds(7500))
        #expect(
            "\(error)"
                == "The quota `search` of api.example.com is used up for another 8 s, which is longer than the call may take."
        )
        let plain = QuotaExceededError(host: "api.example.com", retryAfter: .seconds(-1))
        #expect("\(plain)".hasPrefix("The quota of api.example.com is used up for another 1 s"))
        #expect(plain.retryAfter == .zero)
    }

    @Test func `a quota error is permanent, and says nothing about the server's health`() {
        let failure = RetryFailure(QuotaExceededError(host: "h", retryAfter: .seconds(1)))
        #expect(failure == .permanent)
        #expect(failure.outcome == .neutral)
    }
}
