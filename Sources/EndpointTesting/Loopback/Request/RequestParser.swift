/// Makes requests out of bytes that come in any pieces (RFC 9112). A pure value: it neither reads nor writes.
///
/// After an error the parser is of no more use, because nobody knows where the next request would begin.
struct RequestParser {
    private let connection: Int
    private let options: LoopbackOptions
    private var stage = Stage.requestLine
    private var lines = LineBuffer()
    private var head = RequestHead()
    private var body: BodyCollector

    /// Whether the head was the last that came, and its body will only come after a 100.
    private(set) var isAwaitingContinue = false

    init(connection: Int = 1, options: LoopbackOptions = LoopbackOptions()) {
        self.connection = connection
        self.options = options
        body = BodyCollector(options: options)
    }

    /// Takes bytes out of the input until a request is complete or the input is empty. What is left over belongs to the
    /// next request.
    mutating func feed(_ input: inout ArraySlice<UInt8>) throws(MalformedRequest) -> RecordedRequest? {
        while !input.isEmpty {
            isAwaitingContinue = false
            if try advance(&input) { return finish() }
        }
        return nil
    }

    private enum Stage {
        case requestLine, headers, body(due: Int), chunkSize, chunk(due: Int), chunkEnd, trailers
    }

    /// One step: some bytes of the body, or one line. True if it completes a request.
    private mutating func advance(_ input: inout ArraySlice<UInt8>) throws(MalformedRequest) -> Bool {
        switch stage {
        case .body(let due):
            let left = takeBody(due, from: &input)
            stage = .body(due: left)
            return left == 0
        case .chunk(let due):
            let left = takeBody(due, from: &input)
            stage = left == 0 ? .chunkEnd : .chunk(due: left)
            return false
        case .requestLine:
            return try takeLine(from: &input, tooLong: .targetTooLong)
        default:
            return try takeLine(from: &input, tooLong: .headersTooLarge)
        }
    }

    private mutating func takeBody(_ due: Int, from input: inout ArraySlice<UInt8>) -> Int {
        let piece = input.prefix(due)
        input = input.dropFirst(piece.count)
        body.add(piece)
        return due - piece.count
    }

    private mutating func takeLine(
        from input: inout ArraySlice<UInt8>, tooLong: MalformedRequest
    ) throws(MalformedRequest) -> Bool {
        guard let line = try lines.take(from: &input, tooLong: tooLong) else { return false }
        switch stage {
        case .requestLine: try beginHead(line)
        case .headers where line.isEmpty: return try beginBody()
        case .headers: head.add(try LoopbackHeader(line: line))
        case .chunkSize: try beginChunk(line)
        case .chunkEnd: try endChunk(line)
        case .trailers where line.isEmpty: return true
        case .trailers: _ = try LoopbackHeader(line: line)
        case .body, .chunk: break
        }
        return false
    }

    /// Empty lines in front of a request are ignored (RFC 9112, section 2.2).
    private mutating func beginHead(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        if line.isEmpty { return }
        head = try RequestHead(requestLine: line)
        stage = .headers
    }

    private mutating func beginBody() throws(MalformedRequest) -> Bool {
        try head.checkHost()
        switch try BodyFraming(of: head) {
        case .length(0): return true
        case .length(let due):
            try body.admit(due)
            stage = .body(due: due)
        case .chunked: stage = .chunkSize
        }
        lines.renewBudget()
        isAwaitingContinue = head.expectsContinue
        return false
    }

    private mutating func beginChunk(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        let size = try ChunkSize(line: line).bytes
        try body.admit(size)
        lines.renewBudget()
        stage = size == 0 ? .trailers : .chunk(due: size)
    }

    private mutating func endChunk(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        guard line.isEmpty else { throw .badRequest("a chunk that is longer than its size") }
        stage = .chunkSize
    }

    private mutating func finish() -> RecordedRequest {
        let isChunked = if case .trailers = stage { true } else { false }
        let request = RecordedRequest(
            method: head.method, target: head.target, version: head.version, headers: head.headers,
            body: body.data, bodyByteCount: body.count, bodyChecksum: body.checksum, isChunked: isChunked,
            connection: connection)
        self = RequestParser(connection: connection, options: options)
        return request
    }
}
