import EndpointCore
import Testing

@Suite struct PolicyErrorTests {
    @Test func `says what is wrong in a sentence`() {
        let error = #expect(throws: PolicyError.self) { try RetryPolicy(attempts: 0) }
        #expect(error?.description == "attempts must be from 1 to 100, not 0.")
        #expect(error?.localizedDescription == error?.description)
    }
}
