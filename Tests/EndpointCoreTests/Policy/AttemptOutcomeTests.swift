import EndpointCore
import Testing

@Suite struct AttemptOutcomeTests {
    @Test(arguments: [408, 429, 500, 502, 503, 504, 507, 520, 599])
    func `a status of an origin in trouble is a failure`(status: Int) {
        #expect(AttemptOutcome(status: status) == .failure)
    }

    @Test(arguments: [200, 204, 304, 400, 401, 403, 404, 409, 422, 501, 505, -5, 0])
    func `any other status is the answer of a healthy origin`(status: Int) {
        #expect(AttemptOutcome(status: status) == .success)
    }
}
