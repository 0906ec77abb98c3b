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

/// Cuts bytes that come in any pieces into lines that end with CR LF.
struct LineBuffer {
    /// The most that a head, or the trailers, may have in bytes.
    static let limit = 65_536

    private var pending: [UInt8] = []
    private var budget = limit

    /// Takes the next line out of the input and returns it without its end, or takes everything and returns nil.
    mutating func take(
        from input: inout ArraySlice<UInt8>, tooLong: MalformedRequest
    ) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        let end = input.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? input.endIndex
        let piece = input[..<end]
        input = input[end...]
        budget -= piece.count
        if budget < 0 { throw tooLong }
        return piece.last == UInt8(ascii: "\n") ? try finish(with: piece) : wait(for: piece)
    }

    /// Gives the next lines the whole limit again.
    mutating func renewBudget() {
        budget = Self.limit
    }

    private mutating func wait(for piece: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        pending += piece
        return nil
    }

    private mutating func finish(with piece: ArraySlice<UInt8>) throws(MalformedRequest) -> ArraySlice<UInt8> {
        let line = pending.isEmpty ? piece : pending + piece
        pending = []
        guard line.dropLast().last == UInt8(ascii: "\r") else { throw .badRequest("a line must end with CR LF") }
        return line.dropLast(2)
    }
}

/// What is kept of a body while it comes in.
struct BodyCollector {
    let options: LoopbackOptions
    private(set) var data = Data()
    private(set) var count = 0
    private var running = FNV1a()

    init(options: LoopbackOptions) {
        self.options = options
    }

    var checksum: UInt64? {
        options.bodies == .checksummed ? running.value : nil
    }

    /// Refuses an announced number of bytes that would go over the limit.
    func admit(_ announced: Int) throws(MalformedRequest) {
        guard announced <= options.bodyLimit - count else { throw .contentTooLarge }
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        count += bytes.count
        switch options.bodies {
        case .kept: data.append(contentsOf: bytes)
        case .counted: break
        case .checksummed: running.add(bytes)
        }
    }
}

/// Bytes that are no request, or none that the server accepts, and the status that tells the client so.
struct MalformedRequest: Error, Hashable {
    let status: Int
    let reason: String

    static func badRequest(_ reason: String) -> MalformedRequest {
        MalformedRequest(status: 400, reason: reason)
    }

    static let contentTooLarge = MalformedRequest(status: 413, reason: "the body is longer than the server's limit")
    static let targetTooLong = MalformedRequest(status: 414, reason: "the request line is longer than 64 KiB")
    static let headersTooLarge = MalformedRequest(status: 431, reason: "the head is longer than 64 KiB")
    static let methodNotImplemented = MalformedRequest(status: 501, reason: "CONNECT is not implemented")
    static let codingNotImplemented = MalformedRequest(status: 501, reason: "the only transfer coding is chunked")
    static let versionNotSupported = MalformedRequest(status: 505, reason: "the version must be HTTP/1.1 or HTTP/1.0")
}
