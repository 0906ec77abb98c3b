import Testing

@testable import EndpointCore

@Suite struct DurationSecondsTests {
    @Test(arguments: [(0.0, Duration.zero), (0.25, .seconds(1)), (1, .seconds(4)), (7, .seconds(4)), (-1, .zero)])
    func `a part of a duration is between zero and the whole`(fraction: Double, part: Duration) {
        #expect(Duration.seconds(4).part(fraction) == part)
    }

    @Test func `a NaN part of a duration is zero`() {
        #expect(Duration.seconds(4).part(.nan) == .zero)
        #expect(Duration.seconds(4).part(.infinity) == .seconds(4))
    }
}
