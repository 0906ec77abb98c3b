import EndpointTesting
import Testing

@testable import Household

@Suite struct ConsoleProgressTests {
    private let recording = Recording()

    private func reports(_ bytes: [Int64]) -> AsyncStream<UploadProgress> {
        AsyncStream { continuation in
            for sent in bytes { continuation.yield(UploadProgress(sent: sent, total: 100)) }
            continuation.finish()
        }
    }

    @Test func `draws each report over the one before in a terminal`() async {
        await recording.console(isTerminal: true).show(reports([10, 100]))
        #expect(
            recording.output == """
                \r\u{1B}[K   progress  [##----------------------]   10 %  10 of 100 bytes\
                \r\u{1B}[K   progress  [########################]  100 %  100 of 100 bytes\n
                """)
    }

    @Test func `writes a line for each quarter elsewhere`() async {
        await recording.console().show(reports([1, 24, 25, 30, 80, 99, 100]))
        #expect(
            recording.lines == [
                "   progress   25 %  25 of 100 bytes", "   progress   80 %  80 of 100 bytes",
                "   progress  100 %  100 of 100 bytes", "",
            ])
    }

    @Test(arguments: [true, false])
    func `writes nothing when there are no reports`(isTerminal: Bool) async {
        await recording.console(isTerminal: isTerminal).show(reports([]))
        #expect(recording.output.isEmpty)
    }
}
