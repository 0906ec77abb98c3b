import EndpointTesting
import Testing

@testable import Household

@Suite struct ProgressMeterTests {
    private let recorded = RecordedConsole()

    private static let bars: [(Int64, Int64?, String)] = [
        (0, 100, "[------------------------]    0 %  0 of 100 bytes"),
        (50, 100, "[############------------]   50 %  50 of 100 bytes"),
        (100, 100, "[########################]  100 %  100 of 100 bytes"),
        (200, 100, "[########################]  100 %  200 of 100 bytes"),
        (0, 0, "[########################]  100 %  0 of 0 bytes"),
        (7, nil, "[------------------------]  7 bytes"),
    ]

    @Test(arguments: bars)
    func `draws a bar`(sent: Int64, total: Int64?, bar: String) {
        #expect(ProgressMeter.bar(for: TransferProgress(bytes: sent, total: total)) == bar)
    }

    @Test func `counts anew when the body is sent again`() {
        var meter = ProgressMeter()
        let lines = [60, 80, 0, 60].map { meter.line(for: TransferProgress(bytes: $0, total: 100)) }
        #expect(lines.map { $0 == nil } == [false, false, true, false])
    }

    private func reports(_ bytes: [Int64]) -> AsyncStream<TransferProgress> {
        AsyncStream { continuation in
            for sent in bytes { continuation.yield(TransferProgress(bytes: sent, total: 100)) }
            continuation.finish()
        }
    }

    @Test func `draws each report over the one before in a terminal`() async {
        await recorded.console(isTerminal: true).show(reports([10, 100]))
        #expect(
            recorded.output == """
                \r\u{1B}[K   progress  [##----------------------]   10 %  10 of 100 bytes\
                \r\u{1B}[K   progress  [########################]  100 %  100 of 100 bytes\n
                """)
    }

    @Test func `writes a line for each quarter elsewhere`() async {
        await recorded.console().show(reports([1, 24, 25, 30, 80, 99, 100]))
        #expect(
            recorded.lines == [
                "   progress   25 %  25 of 100 bytes", "   progress   80 %  80 of 100 bytes",
                "   progress  100 %  100 of 100 bytes", "",
            ])
    }

    @Test(arguments: [true, false])
    func `writes nothing when there are no reports`(isTerminal: Bool) async {
        await recorded.console(isTerminal: isTerminal).show(reports([]))
        #expect(recorded.output.isEmpty)
    }
}
