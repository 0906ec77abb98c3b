#if canImport(FoundationNetworking)
    /// A stream of exactly as many bytes as were announced.
    ///
    /// libcurl sends what it gets: a longer stream would run into the next request of the connection, a shorter one would keep
    /// the server waiting for ever, and a stream that cannot be opened counts as an empty body. Here the rest is left out, and the
    /// other two fail the request, with the reason in the meter.
    final class ContentLengthStream: InputStream {
        private let source: InputStream?
        private let length: Int64?
        private let meter: UploadMeter?
        private var offset: Int64 = 0
        private var hasEnded = false

        init(_ body: OutgoingBody, meter: UploadMeter?) {
            source = body.makeStream()
            length = body.length
            self.meter = meter
            super.init(data: Data())
        }

        override func open() {
            source?.open()
        }

        override func close() {
            source?.close()
        }

        override var streamStatus: Stream.Status {
            source?.streamStatus ?? .error
        }

        override var streamError: (any Error)? {
            source?.streamError
        }

        override var hasBytesAvailable: Bool {
            length.map { offset < $0 } ?? !hasEnded
        }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let wanted = length.map { Int(min(Int64(maxLength), $0 - offset)) } ?? maxLength
            guard wanted > 0 else { return 0 }
            let count = source?.read(buffer, maxLength: wanted) ?? -1
            if count > 0 {
                offset += Int64(count)
                meter?.read(upTo: offset)
            } else {
                hasEnded = count == 0
                if let problem = problem(count) {
                    meter?.fail(problem)
                    return -1
                }
            }
            return count
        }

        private func problem(_ count: Int) -> String? {
            if let problem = (source as? FormStream)?.problem { return problem }
            if count < 0 { return "its stream cannot be read." }
            return length.map { "its stream ended after \(offset) of \($0) bytes." }
        }
    }
#endif
