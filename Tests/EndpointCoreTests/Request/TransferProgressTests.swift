import EndpointCore
import Testing

@Suite struct TransferProgressTests {
    @Test func `the fraction is known if the total is`() {
        #expect(TransferProgress(bytes: 1, total: 4).fraction == 0.25)
        #expect(TransferProgress(bytes: 5, total: 4).fraction == 1)
        #expect(TransferProgress(bytes: 0, total: 0).fraction == 1)
        #expect(TransferProgress(bytes: 1, total: nil).fraction == nil)
    }

    @Test func `a Progress gets the byte counts`() {
        let progress = Progress(totalUnitCount: 1)
        let handler = TransferProgress.Handler.progress(progress)
        handler.handle(TransferProgress(bytes: 3, total: nil))
        #expect(progress.totalUnitCount == -1 && progress.completedUnitCount == 3)
        handler.handle(TransferProgress(bytes: 5, total: 9))
        #expect(progress.totalUnitCount == 9 && progress.completedUnitCount == 5)
    }

    @Test func `an empty body completes a Progress`() {
        let progress = Progress(totalUnitCount: 100)
        let handler = TransferProgress.Handler.progress(progress)
        handler.handle(TransferProgress(bytes: 0, total: 0))
        #expect(progress.totalUnitCount == 1 && progress.completedUnitCount == 1)
        #expect(progress.fractionCompleted == 1)
    }

    @Test func `a slow reader gets the newest progress, and the sequence ends with the call`() async {
        let (handler, updates) = TransferProgress.updates()
        for bytes in 1...3 { handler.handle(TransferProgress(bytes: Int64(bytes), total: 3)) }
        handler.end()
        var read: [Int64] = []
        for await update in updates { read.append(update.bytes) }
        #expect(read == [3])
    }
}
