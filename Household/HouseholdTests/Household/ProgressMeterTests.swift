import EndpointTesting
import Testing

@testable import Household

@Suite struct ProgressMeterTests {
    private let recorded = RecordedConsole()

    private static let bars: [(Int64, Int64?, String)] = [
        (0, 100, "[----------------]    0 %  0 of 100 bytes"),
        (50, 100, "[########--------]   50 %  50 of 100 bytes"),
        (100, 100, "[################]  100 %  100 of 100 bytes"),
        (200, 100, "[################]  100 %  200 of 100 bytes"),
        (0, 0, "[################]  100 %  0 of 0 bytes"),
        (7, nil, "[----------------]  7 bytes"),
        (1_540_000, 3_149_999, "[#######---------]   48 %  1.5 of 3.1 MB"),
        (999, 1000, "[###############-]   99 %  0.9 of 1.0 kB"),
        (Int64.max, Int64.max, "[################]  100 %  9223372036.8 of 9223372036.8 GB"),
        (2_000_000_000, nil, "[----------------]  2.0 GB"),
    ]

    @Test(arguments: bars)
    func `a meter draws a bar`(sent: Int64, total: Int64?, bar: String) {
        var meter = ProgressMeter()
        #expect(meter.bar(for: TransferProgress(bytes: sent, total: total), at: .seconds(5)) == bar)
    }

    /// The text after the percentage in the second of two reports, some time after the first.
    private func text(_ first: Int64, _ second: Int64, of total: Int64?, after time: Duration) -> String {
        var meter = ProgressMeter()
        _ = meter.bar(for: TransferProgress(bytes: first, total: total), at: .seconds(100))
        let bar = meter.bar(for: TransferProgress(bytes: second, total: total), at: .seconds(100) + time)
        return bar.components(separatedBy: " %  ").last ?? bar
    }

    @Test func `a meter shows the rate and the time left`() {
        #expect(text(0, 25, of: 100, after: .seconds(1)) == "25 of 100 bytes, 25 bytes/s, 0:03 left")
        #expect(text(0, 1_500_000, of: 3_000_000, after: .seconds(2)) == "1.5 of 3.0 MB, 750.0 kB/s, 0:02 left")
        #expect(text(0, 1000, of: 4000, after: .seconds(30)) == "1.0 of 4.0 kB, 33 bytes/s, 1:30 left")
        #expect(text(0, 1, of: 7201, after: .seconds(1)) == "0.0 of 7.2 kB, 1 bytes/s, 2:00:00 left")
        #expect(text(0, 1, of: .max, after: .seconds(1)).hasSuffix(" GB, 1 bytes/s, 99:59:59 left"))
        #expect(text(0, 2_000_000, of: nil, after: .seconds(1)) == "[----------------]  2.0 MB, 2.0 MB/s")
    }

    @Test func `a meter doesn't count earlier bytes for the rate`() {
        #expect(text(90, 95, of: 100, after: .seconds(1)) == "95 of 100 bytes, 5 bytes/s, 0:01 left")
    }

    @Test func `a meter shows no time left at the end, and no rate without time or bytes`() {
        #expect(text(0, 100, of: 100, after: .seconds(1)) == "100 of 100 bytes, 100 bytes/s")
        #expect(text(0, 50, of: 100, after: .milliseconds(99)) == "50 of 100 bytes")
        #expect(text(50, 50, of: 100, after: .seconds(1)) == "50 of 100 bytes")
    }

    @Test func `the rate starts over when the body is sent again`() {
        var meter = ProgressMeter()
        let reports: [(Int64, Int)] = [(0, 0), (80, 1), (0, 2), (10, 4)]
        let bars = reports.map { bytes, seconds in
            meter.bar(for: TransferProgress(bytes: bytes, total: 100), at: .seconds(seconds))
        }
        #expect(bars.last?.hasSuffix("10 of 100 bytes, 5 bytes/s, 0:18 left") == true)
    }

    @Test func `the quarters are counted again when the body is sent again`() {
        var meter = ProgressMeter()
        let lines = [60, 80, 0, 60].map { meter.line(for: TransferProgress(bytes: $0, total: 100), at: .zero) }
        #expect(lines.map { $0 == nil } == [false, false, true, false])
    }

    private let clock = TestClock()

    /// Reports of these numbers of bytes, a second apart.
    private func reports(_ bytes: [Int64]) -> AsyncStream<TransferProgress> {
        let left = Locked(bytes[...])
        return AsyncStream(unfolding: { [clock] in
            clock.advance(by: .seconds(1))
            return left.withLock { $0.popFirst() }.map { TransferProgress(bytes: $0, total: 100) }
        })
    }

    @Test func `each report is drawn over the one before in a terminal`() async {
        await recorded.console(isTerminal: true).show(reports([10, 60, 100]), time: clock.time)
        #expect(
            recorded.output == """
                \r\u{1B}[K   progress  [#---------------]   10 %  10 of 100 bytes\
                \r\u{1B}[K   progress  [#########-------]   60 %  60 of 100 bytes, 50 bytes/s, 0:01 left\
                \r\u{1B}[K   progress  [################]  100 %  100 of 100 bytes, 45 bytes/s\n
                """)
    }

    @Test func `a line is written for each quarter outside of a terminal`() async {
        await recorded.console().show(reports([1, 24, 25, 30, 80, 99, 100]), time: clock.time)
        #expect(
            recorded.lines == [
                "   progress   25 %  25 of 100 bytes, 12 bytes/s, 0:07 left",
                "   progress   80 %  80 of 100 bytes, 19 bytes/s, 0:02 left",
                "   progress  100 %  100 of 100 bytes, 16 bytes/s", "",
            ])
    }

    @Test(arguments: [true, false])
    func `a progress without reports writes nothing`(isTerminal: Bool) async {
        await recorded.console(isTerminal: isTerminal).show(reports([]))
        #expect(recorded.output.isEmpty)
    }
}
