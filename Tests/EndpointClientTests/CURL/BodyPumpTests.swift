#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct BodyPumpTests {
        /// Reads all pieces of a body, `size` bytes at a time, and returns them with how it ended.
        private func readAll(_ body: RequestBody, by size: Int = 1000) async throws -> (data: Data, end: BodyPiece) {
            let wakes = Tally()
            let pump = BodyPump(body) { wakes.add() }
            defer { pump.stop() }
            var (data, waits, buffer) = (Data(), 0, [UInt8](repeating: 0, count: size))
            while true {
                let piece = buffer.withUnsafeMutableBytes { pump.read(into: $0) }
                switch piece {
                case .bytes(let count): data.append(contentsOf: buffer[..<count])
                case .nothingYet:
                    waits += 1
                    try await wakes.reached(waits)
                case .end, .failed: return (data, piece)
                }
            }
        }

        private func body(_ held: Int, announced: Int64?) -> RequestBody {
            RequestBody(length: announced) { InputStream(data: bytes(held)) }
        }

        @Test(arguments: [0, 1, 262_144, 3_000_001], [1 << 16, 1 << 20])
        func `a pump gives all of a body, and then its end`(count: Int, size: Int) async throws {
            for announced in [Int64(count), nil] {
                let result = try await readAll(body(count, announced: announced), by: size)
                #expect(result.data == bytes(count))
                #expect(result.end == .end)
            }
        }

        @Test func `a pump says why a body failed, after its bytes`() async throws {
            let result = try await readAll(body(400, announced: 1000))
            #expect(result.data == bytes(400))
            #expect(result.end == .failed("its stream ended after 400 of 1000 bytes."))
            #expect(try await readAll(.unreadable).end == .failed("its stream cannot be read."))
        }

        @Test func `a pump wakes its reader once for each time that there were no bytes`() async throws {
            let (gate, wakes) = (StreamGate(), Tally())
            let pump = BodyPump(RequestBody(length: 2) { GatedStream(gate, count: 2) }) { wakes.add() }
            var byte: UInt8 = 0
            func read() -> BodyPiece { withUnsafeMutableBytes(of: &byte) { pump.read(into: $0) } }
            for number in 1...2 {
                try await gate.reads.reached(number)
                #expect(read() == .nothingYet)
                #expect(read() == .nothingYet)
                gate.open()
                try await wakes.reached(number)
                #expect(read() == .bytes(1))
            }
            try await gate.closings.reached(1)
            #expect(read() == .end)
            #expect(wakes.count == 2)
        }

        @Test func `a pump reads no more than four pieces ahead`() async throws {
            let gate = StreamGate()
            let pump = BodyPump(RequestBody(length: nil) { GatedStream(gate, count: .max) }) {}
            gate.open(100)
            try await gate.reads.reached(4)
            var byte: UInt8 = 0
            for number in 5...20 {
                while withUnsafeMutableBytes(of: &byte, { pump.read(into: $0) }) == .nothingYet { await Task.yield() }
                try await gate.reads.reached(number)
                #expect(gate.reads.count == number)
            }
            pump.stop()
            try await gate.closings.reached(1)
        }

        @Test func `a pump stops while it waits for a reader`() async throws {
            let gate = StreamGate()
            gate.open(100)
            let pump = BodyPump(RequestBody(length: nil) { GatedStream(gate, count: .max) }) {}
            try await gate.reads.reached(4)
            pump.stop()
            try await gate.closings.reached(1)
            #expect(gate.reads.count == 4)
        }

        @Test func `a pump stops after a read that had begun`() async throws {
            let gate = StreamGate()
            let pump = BodyPump(RequestBody(length: nil) { GatedStream(gate, count: .max) }) {}
            try await gate.reads.reached(1)
            pump.stop()
            gate.open(1)
            try await gate.closings.reached(1)
            #expect(gate.reads.count == 1)
        }

        // Streams that wait.

        @Test func `a client reads no further stream while too many of its cancelled uploads wait`() async throws {
            let (gate, abandoned) = (StreamGate(), AbandonedReads())
            func pump() -> BodyPump { BodyPump(RequestBody(length: nil) { GatedStream(gate, count: 1) }, abandoned) {} }
            func first(_ pump: BodyPump) -> BodyPiece {
                var byte: UInt8 = 0
                return withUnsafeMutableBytes(of: &byte) { pump.read(into: $0) }
            }
            for number in 1...AbandonedReads.limit {
                let pump = pump()
                try await gate.reads.reached(number)
                #expect(abandoned.problem == nil)
                pump.stop()
                pump.stop()
            }
            #expect(
                first(pump()) == .failed("256 streams of uploads that have ended are still waiting for bytes."))
            gate.open(AbandonedReads.limit)
            try await gate.closings.reached(AbandonedReads.limit)
            #expect(abandoned.problem == nil)
            let next = pump()
            #expect(first(next) == .nothingYet)
            gate.open(2)
            while first(next) == .nothingYet { await Task.yield() }
        }

        @Test func `the uploads that end while no read waits leave nothing behind`() async throws {
            let (gate, abandoned) = (StreamGate(), AbandonedReads())
            for number in 1...AbandonedReads.limit + 1 {
                gate.open(4)
                let pump = BodyPump(RequestBody(length: nil) { GatedStream(gate, count: .max) }, abandoned) {}
                try await gate.reads.reached(4 * number)
                pump.stop()
                try await gate.closings.reached(number)
                #expect(abandoned.problem == nil)
            }
        }
    }
#endif
