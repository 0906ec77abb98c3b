@testable import EndpointCore
import Testing

@Suite struct BreakerOpenErrorTests {
    @Test func `says who is left alone and for how long`() {
        let error = BreakerOpenError(host: "api.example.com", retryAfter: .milliseconds(7500))
        #expect(error.retryAfter == .milliseconds(7500))
        #expect("\(error)" == "api.example.com has failed repeatedly. It is not asked again for 8 s.")
    }

    @Test func `a time that has passed is no wait`() {
        #expect(BreakerOpenError(host: "h", retryAfter: .seconds(-1)).retryAfter == .zero)
    }
}

@Suite struct DurationSecondsTests {
    @Test(arguments: [(0.0, Duration.zero), (0.25, .seconds(1)), (1, .seconds(4)), (7, .seconds(4)), (-1, .zero)])
    func `a part is never less than nothing and never more than the whole`(fraction: Double, part: Duration) {
        #expect(Duration.seconds(4).part(fraction) == part)
    }

    @Test func `a part that is not a number is nothing`() {
        #expect(Duration.seconds(4).part(.nan) == .zero)
        #expect(Duration.seconds(4).part(.infinity) == .seconds(4))
    }
}
