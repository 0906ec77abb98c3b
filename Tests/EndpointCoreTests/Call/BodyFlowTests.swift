import Testing

@testable import EndpointCore

@Suite struct BodyFlowTests {
    /// Records so many bytes at each of these seconds, and returns the seconds that don't count.
    private func granted(_ bytes: Int, at seconds: some Sequence<Int>) -> Duration {
        var flow = BodyFlow()
        for second in seconds { flow.record(bytes, at: .seconds(second)) }
        return flow.duration
    }

    @Test func `a fast body doesn't count, and 10 s after its last bytes`() {
        #expect(granted(1 << 20, at: 0...30) == .seconds(40))
    }

    @Test func `a body at the lowest rate doesn't count`() {
        #expect(granted(1 << 10, at: 0..<60) == .seconds(60))
    }

    @Test func `of a slower body the part counts that the rate lacks`() {
        #expect(granted(256, at: 0..<60) == .seconds(15))
    }

    @Test func `bursts within 10 s count together`() {
        #expect(granted(10 << 10, at: stride(from: 0, to: 60, by: 10)) == .seconds(60))
        #expect(granted(1 << 20, at: stride(from: 0, to: 60, by: 20)) == .seconds(30))
    }

    @Test func `at the end of the body the time that was granted ahead is taken back`() {
        var flow = BodyFlow()
        flow.record(1 << 20, at: .zero)
        flow.stop(at: .seconds(3))
        #expect(flow.duration == .seconds(3))
        flow.stop(at: .seconds(9))
        #expect(flow.duration == .seconds(3))
        flow.record(1 << 20, at: .seconds(20))
        #expect(flow.duration == .seconds(13))
    }

    @Test func `no number of bytes is too small or too large`() {
        var flow = BodyFlow()
        for bytes in [0, -1, .min] { flow.record(bytes, at: .zero) }
        #expect(flow.duration == .zero)
        flow.record(.max, at: .zero)
        #expect(flow.duration == .seconds(10))
    }
}
