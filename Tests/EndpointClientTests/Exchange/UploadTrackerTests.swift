import Testing

@testable import EndpointClient

@Suite struct UploadTrackerTests {
    private func reports(total: Int64?, _ count: (UploadTracker) -> Void) -> [Int64] {
        let reports = Locked<[Int64]>([])
        count(UploadTracker(total: total) { progress in reports.withLock { $0.append(progress.bytes) } })
        return reports.withLock { $0 }
    }

    @Test func `the progress of an upload is reported now and then, and at the end`() {
        let sent = reports(total: 100 << 20) { tracker in
            for bytes in stride(from: Int64(0), through: 100 << 20, by: 16_384) { tracker.sent(bytes) }
        }
        #expect((150...201).contains(sent.count))
        #expect(sent.last == 100 << 20)
    }

    @Test func `the progress of an upload starts over when its body is sent again`() {
        let sent = reports(total: 200_000) { tracker in
            for offset in [100_000, 200_000, 50_000, 200_000] as [Int64] {
                tracker.read(upTo: offset)
                tracker.sent(1 << 40)
            }
        }
        #expect(sent == [100_000, 200_000, 50_000, 200_000])
    }

    /// A session reads ahead of the network, so that its reports continue after the whole body was read.
    @Test(arguments: [0, 10, 200_000] as [Int64])
    func `the end of an upload is reported once, and again when its body is sent again`(total: Int64) {
        let sent = reports(total: total) { tracker in
            tracker.read(upTo: total)
            for _ in 0..<6 { tracker.sent(total) }
        }
        #expect(sent == [total])
        let again = reports(total: 200_000) { tracker in
            for offset in [200_000, 200_000, 0, 200_000, 200_000] as [Int64] {
                tracker.read(upTo: offset)
                tracker.sent(offset)
            }
        }
        #expect(again == [200_000, 0, 200_000])
    }

    @Test func `the progress of an upload without a total is reported`() {
        #expect(reports(total: nil) { $0.sent(1 << 16) } == [1 << 16])
    }
}
