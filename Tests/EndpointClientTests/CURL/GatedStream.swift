#if os(Linux)
    import EndpointTesting

    @testable import EndpointClient

    /// Lets a test decide when the streams of a body have bytes, and records how they are used.
    final class StreamGate: Sendable {
        fileprivate let bytes = DispatchSemaphore(value: 0)

        /// Reads that have started.
        let reads = Tally()

        /// Streams that have been closed.
        let closings = Tally()

        /// Lets one read return.
        func open(_ count: Int = 1) {
            for _ in 0..<count { bytes.signal() }
        }
    }

    /// A stream each of whose reads waits for a ``StreamGate``, like those of a pipe. Each read returns one byte.
    final class GatedStream: InputStream {
        private let gate: StreamGate
        private var left: Int

        init(_ gate: StreamGate, count: Int) {
            self.gate = gate
            left = count
            super.init(data: Data())
        }

        override func open() {}

        override func close() {
            gate.closings.add()
        }

        override var streamStatus: Stream.Status { left > 0 ? .open : .atEnd }

        override var streamError: (any Error)? { nil }

        override var hasBytesAvailable: Bool { left > 0 }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            gate.reads.add()
            gate.bytes.wait()
            guard left > 0 else { return 0 }
            left -= 1
            buffer.pointee = UInt8(ascii: "x")
            return 1
        }
    }
#endif
