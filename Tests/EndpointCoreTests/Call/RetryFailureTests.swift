import EndpointCore
import Testing

@Suite struct RetryFailureTests {
    private struct Undecodable: Error {}

    @Test func `errors are classified`() throws {
        let open = BreakerOpenError(host: "api.example.com", retryAfter: .seconds(9))
        #expect(RetryFailure(HTTPError(try response(503), body: Data())) == .status(503))
        #expect(RetryFailure(URLError(.timedOut)) == .transport(.timedOut))
        #expect(RetryFailure(URLError(.cancelled)) == .cancelled)
        #expect(RetryFailure(CancellationError()) == .cancelled)
        #expect(RetryFailure(open) == .breakerOpen(retryAfter: .seconds(9)))
        #expect(RetryFailure(Undecodable()) == .permanent)
    }

    @Test(arguments: [
        (RetryFailure.status(503), AttemptOutcome.failure), (.status(404), .success),
        (.transport(.timedOut), .failure), (.transport(.cannotConnectToHost), .failure),
        (.transport(.notConnectedToInternet), .neutral), (.transport(.serverCertificateUntrusted), .neutral),
        (.transport(.badURL), .neutral), (.breakerOpen(retryAfter: .zero), .neutral), (.cancelled, .neutral),
        (.permanent, .neutral),
    ])
    func `only failures of the origin count against it`(failure: RetryFailure, outcome: AttemptOutcome) {
        #expect(failure.outcome == outcome)
    }

    @Test(arguments: [URLError.Code.cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet])
    func `a request without a connection wasn't sent`(code: URLError.Code) {
        #expect(RetryFailure.transport(code).wasNotSent)
    }

    @Test(arguments: [URLError.Code.timedOut, .networkConnectionLost, .secureConnectionFailed, .unknown])
    func `a connection that broke may have carried the request`(code: URLError.Code) {
        #expect(!RetryFailure.transport(code).wasNotSent)
        #expect(!RetryFailure.status(503).wasNotSent)
    }

    @Test func `a request that the breaker refuses wasn't sent`() {
        #expect(RetryFailure.breakerOpen(retryAfter: .zero).wasNotSent)
    }
}

@Suite struct GiveUpReasonTests {
    @Test(arguments: [
        (GiveUpReason.budget, "too few calls to this server succeed"),
        (.retryAfter(.seconds(90)), "the server asks to wait for 90 s"),
        (.credential, "the credential could not be obtained"),
        (.notIdempotent, "the request is not safe to repeat"),
    ])
    func `a reason to give up reads as the end of a sentence`(reason: GiveUpReason, words: String) {
        #expect("\(reason)" == words)
    }
}

@Suite struct AttemptOutcomeTests {
    @Test(arguments: [408, 429, 500, 502, 503, 504, 507, 520, 599])
    func `the status of a failing origin is a failure`(status: Int) {
        #expect(AttemptOutcome(status: status) == .failure)
    }

    @Test(arguments: [200, 204, 304, 400, 401, 403, 404, 409, 422, 501, 505, -5, 0])
    func `any other status comes from a healthy origin`(status: Int) {
        #expect(AttemptOutcome(status: status) == .success)
    }
}
