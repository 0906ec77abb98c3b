#if os(Linux)
    /// The bytes of a body as they arrive, which become a `Data` without a copy. Appending to a `Data` costs several
    /// times as much, which matters when a body arrives in many small pieces.
    final class GrowingBuffer {
        private(set) var count = 0
        private var capacity = 0
        private var start: UnsafeMutableRawPointer?

        deinit {
            free(start)
        }

        func append(_ bytes: UnsafeRawBufferPointer) {
            guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
            if count + bytes.count > capacity { grow(to: count + bytes.count) }
            start?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
            count += bytes.count
        }

        /// All bytes. The buffer is empty afterwards.
        func take() -> Data {
            guard let bytes = start else { return Data() }
            defer { (start, count, capacity) = (nil, 0, 0) }
            return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
        }

        private func grow(to needed: Int) {
            capacity = max(needed, 2 * capacity)
            guard let larger = realloc(start, capacity) else { preconditionFailure("Out of memory for a body.") }
            start = larger
        }
    }
#endif
