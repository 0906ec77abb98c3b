#if canImport(FoundationNetworking)
    /// Bytes in memory, read where they are. The stream that Foundation makes of a `Data` on Linux copies all of it first.
    final class MemoryStream: InputStream {
        private let bytes: Data
        private var offset = 0
        private var status = Stream.Status.notOpen

        init(_ bytes: Data) {
            self.bytes = bytes
            super.init(data: Data())
        }

        override func open() {
            status = .open
        }

        override func close() {
            status = .closed
        }

        override var streamStatus: Stream.Status { status }

        override var streamError: (any Error)? { nil }

        override var hasBytesAvailable: Bool { offset < bytes.count }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let piece = bytes.dropFirst(offset).prefix(maxLength)
            piece.copyBytes(to: buffer, count: piece.count)
            offset += piece.count
            return piece.count
        }
    }
#endif
