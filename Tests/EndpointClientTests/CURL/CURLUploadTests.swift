#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct CURLUploadTests {
        private let wakes = Tally()

        private func read(_ upload: CURLUpload, _ size: Int = 100) -> (count: Int, data: Data) {
            var buffer = [UInt8](repeating: 0, count: size)
            let count = buffer.withUnsafeMutableBytes { upload.read($0) }
            return (count, Data(buffer.prefix(max(0, min(count, size)))))
        }

        @Test func `bytes in memory are given without waiting, and again after a rewind`() {
            let upload = CURLUpload(RequestBody(bytes(150)), tracker: nil) { [wakes] in wakes.add() }
            for _ in 0..<2 {
                #expect(read(upload).data == bytes(150).prefix(100))
                #expect(read(upload).data == bytes(150).dropFirst(100))
                #expect(read(upload).count == 0)
                upload.rewind()
            }
            #expect(wakes.count == 0)
        }

        @Test func `an upload pauses until its stream has bytes`() async throws {
            let (gate, wakes) = (StreamGate(), wakes)
            let body = RequestBody(length: 1) { GatedStream(gate, count: 1) }
            let upload = CURLUpload(body, tracker: nil) { wakes.add() }
            #expect(read(upload).count == CURLAnswer.pause)
            gate.open()
            try await wakes.reached(1)
            #expect(read(upload).data == Data("x".utf8))
            try await gate.closings.reached(1)
            #expect(read(upload).count == 0)
        }

        @Test func `an upload stops at a body that is too short, and its tracker has the reason`() {
            let tracker = UploadTracker(total: 200, report: nil)
            let body = RequestBody(data: bytes(100), length: 200) { InputStream(data: bytes(100)) }
            let upload = CURLUpload(body, tracker: tracker) {}
            #expect(read(upload).data == bytes(100))
            #expect(tracker.fault == nil)
            #expect(read(upload).count == CURLAnswer.readAbort)
            #expect(tracker.fault == RequestError(.body("its stream ended after 100 of 200 bytes.")))
        }

        @Test func `an upload reports the bytes read, from zero again after a rewind`() {
            let sent = Locked<[Int64]>([])
            let tracker = UploadTracker(total: 100) { progress in sent.withLock { $0.append(progress.bytes) } }
            let upload = CURLUpload(RequestBody(bytes(100)), tracker: tracker) {}
            for _ in 0..<2 {
                while read(upload).count > 0 {}
                upload.rewind()
            }
            #expect(sent.withLock { $0 } == [100, 100])
            #expect(tracker.hasBeenRead)
        }
    }
#endif
