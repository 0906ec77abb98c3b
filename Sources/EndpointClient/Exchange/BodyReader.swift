/// Reads a body once, from its start, and checks that it has exactly the announced length.
///
/// Neither libcurl nor `URLSession` on Linux checks the length. The end of a longer body would become part of the
/// connection's next request, a shorter one would make the server wait indefinitely, and one that cannot be opened
/// would be an empty body. Here, a longer body ends at the announced length; the others fail.
final class BodyReader {
    /// How much has been read.
    private(set) var offset: Int64 = 0

    /// Why the body cannot be read, or not to its end; nil if it can.
    private(set) var problem: String?

    /// The stream that is read; nil if there is none.
    let stream: InputStream?

    private let length: Int64?
    private var hasEnded = false

    init(_ body: RequestBody) {
        (stream, length) = (body.makeStream(), body.length)
    }

    /// Whether ``read(_:maxLength:)`` returns more bytes, or a problem.
    var hasBytesLeft: Bool {
        length.map { offset < $0 } ?? !hasEnded
    }

    /// Reads the next bytes, and returns their number: 0 at the end, -1 when there is a problem.
    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        let wanted = length.map { Int(min(Int64(maxLength), $0 - offset)) } ?? maxLength
        guard wanted > 0 else { return 0 }
        let count = stream?.read(buffer, maxLength: wanted) ?? -1
        if count > 0 {
            offset += Int64(count)
            return count
        }
        hasEnded = count == 0
        problem = problem(count)
        return problem == nil ? 0 : -1
    }

    /// Reads the next bytes into a buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPiece {
        guard let start = buffer.bindMemory(to: UInt8.self).baseAddress else { return .end }
        let count = read(start, maxLength: buffer.count)
        if let problem { return .failed(problem) }
        return count > 0 ? .bytes(count) : .end
    }

    private func problem(_ count: Int) -> String? {
        if let problem = (stream as? MultipartStream)?.problem { return problem }
        if count < 0 { return "its stream cannot be read." }
        return length.map { "its stream ended after \(offset) of \($0.counted("byte"))." }
    }
}

/// The outcome of reading from a body.
enum BodyPiece: Equatable {
    case bytes(Int)
    case nothingYet
    case end
    case failed(String)
}

#if canImport(FoundationNetworking)
    /// A body as a stream for `URLSession`, which ends or fails as a ``BodyReader`` does. The tracker stores the
    /// reason.
    final class ContentLengthStream: InputStream {
        private let reader: BodyReader
        private let tracker: UploadTracker?

        init(_ body: RequestBody, tracker: UploadTracker?) {
            reader = BodyReader(body)
            self.tracker = tracker
            super.init(data: Data())
            tracker?.restart()
        }

        override func open() {
            reader.stream?.open()
        }

        override func close() {
            reader.stream?.close()
        }

        override var streamStatus: Stream.Status {
            reader.stream?.streamStatus ?? .error
        }

        override var streamError: (any Error)? {
            reader.stream?.streamError
        }

        override var hasBytesAvailable: Bool { reader.hasBytesLeft }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let count = reader.read(buffer, maxLength: maxLength)
            if count > 0 { tracker?.read(upTo: reader.offset) }
            if let problem = reader.problem { tracker?.fail(problem) }
            return count
        }
    }

    /// A stream of bytes in memory that does not copy them first, as Foundation's own stream does on Linux.
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
