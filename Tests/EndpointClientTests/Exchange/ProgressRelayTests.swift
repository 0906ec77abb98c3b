import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct ProgressRelayTests {
    private let seen = Locked<[Int64]>([])
    private let called = Tally()
    private let goOn = DispatchSemaphore(value: 0)

    /// A relay whose closure waits at its first report.
    private func relay() -> ProgressRelay {
        ProgressRelay { [seen, called, goOn] progress in
            seen.withLock { $0.append(progress.bytes) }
            called.add()
            if progress.bytes == 0 { goOn.wait() }
        }
    }

    @Test func `reports arrive in order, and an action after all of them`() async throws {
        let (relay, done) = (relay(), Tally())
        for bytes in Int64(0)..<100 { relay.report(TransferProgress(bytes: bytes, total: nil)) }
        try await called.reached(1)
        relay.afterReports { [seen] in
            #expect(seen.withLock { $0 } == Array(0..<100))
            done.add()
        }
        #expect(done.count == 0)
        goOn.signal()
        try await done.reached(1)
    }

    @Test func `an action without reports is performed at once`() {
        let done = Tally()
        relay().afterReports { done.add() }
        #expect(done.count == 1)
    }

    @Test func `while the closure waits, a bounded number of reports is kept, the latest among them`() async throws {
        let (relay, done) = (relay(), Tally())
        relay.report(TransferProgress(bytes: 0, total: nil))
        try await called.reached(1)
        for bytes in Int64(1)...10_000 { relay.report(TransferProgress(bytes: bytes, total: nil)) }
        relay.afterReports { done.add() }
        goOn.signal()
        try await done.reached(1)
        #expect(called.count <= 257)
        #expect(seen.withLock { $0.last } == 10_000)
    }
}
