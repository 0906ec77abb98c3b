import EndpointCore
import Testing

@Suite struct BreakerOpenErrorTests {
    @Test func `says who is left alone and for how long`() {
        let error = BreakerOpenError(host: "api.example.com", until: .seconds(20), at: .milliseconds(12_500))
        #expect(error.wait == .milliseconds(7500))
        #expect("\(error)" == "api.example.com has failed repeatedly. It is not asked again for 8 s.")
    }

    @Test func `a time that has passed is no wait`() {
        #expect(BreakerOpenError(host: "h", until: .zero, at: .seconds(1)).wait == .zero)
    }
}
