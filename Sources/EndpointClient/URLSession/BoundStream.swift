#if !canImport(FoundationNetworking)
    /// A stream of our own for Apple's URLSession, which takes none but the system's: the one end of a pipe whose other end a
    /// thread fills, until all is written or nobody reads any more.
    enum BoundStream {
        static func reading(_ body: OutgoingBody) -> InputStream? {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            guard let output else { return nil }
            nonisolated(unsafe) let end = output
            Thread.detachNewThread { body.makeStream().map { pump($0, into: end) } }
            return input
        }

        /// A source that fails closes the pipe early; the session then has fewer bytes than were announced, and fails too.
        private static func pump(_ source: InputStream, into output: OutputStream) {
            source.open()
            output.open()
            defer { output.close() }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = source.read(&buffer, maxLength: buffer.count), count > 0 {
                guard write(buffer[..<count], to: output) else { break }
            }
            source.close()
        }

        private static func write(_ bytes: ArraySlice<UInt8>, to output: OutputStream) -> Bool {
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBufferPointer { output.write($0.baseAddress!, maxLength: $0.count) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
#endif
