/// Parses requests from bytes that arrive in pieces of any size (RFC 9112). It does no input or output.
///
/// After an error the parser cannot be used again, because the start of the next request is unknown.
struct RequestParser {
    private let connection: Int
    private let options: LoopbackOptions
    private var stage = Stage.requestLine
    private var lines = LineBuffer()
    private var head = RequestHead()
    private var body: BodyCollector

    /// Whether the input so far ends with a head whose body the client sends only after a 100.
    private(set) var isAwaitingContinue = false

    init(connection: Int = 1, options: LoopbackOptions = LoopbackOptions()) {
        self.connection = connection
        self.options = options
        body = BodyCollector(options: options)
    }

    /// Consumes the input until a request is complete or the input is empty. The remaining input belongs to the next
    /// request.
    mutating func feed(_ input: inout ArraySlice<UInt8>) throws(MalformedRequest) -> RecordedRequest? {
        while !input.isEmpty {
            isAwaitingContinue = false
            if try advance(&input) { return finish() }
        }
        return nil
    }

    /// The request whose head is complete and whose body is not, without its body; nil between two requests and in a
    /// head.
    var openRequest: RecordedRequest? {
        switch stage {
        case .requestLine, .headers: nil
        default: request(isChunked: isChunked, body: Data())
        }
    }

    /// Takes the part of the body that has been kept since the last time.
    mutating func takeBody() -> Data { body.take() }

    private enum Stage {
        case requestLine, headers, body(remaining: Int), chunkSize, chunk(remaining: Int), chunkEnd, trailers
    }

    /// Consumes a part of the body or one line. True if it completes a request.
    private mutating func advance(_ input: inout ArraySlice<UInt8>) throws(MalformedRequest) -> Bool {
        switch stage {
        case .body(var remaining):
            takeBody(&remaining, from: &input)
            stage = .body(remaining: remaining)
            return remaining == 0
        case .chunk(var remaining):
            takeBody(&remaining, from: &input)
            stage = remaining == 0 ? .chunkEnd : .chunk(remaining: remaining)
            return false
        case .requestLine:
            return try takeLine(from: &input, tooLong: .targetTooLong)
        default:
            return try takeLine(from: &input, tooLong: .headersTooLarge)
        }
    }

    private mutating func takeBody(_ remaining: inout Int, from input: inout ArraySlice<UInt8>) {
        let piece = input.prefix(remaining)
        input = input.dropFirst(piece.count)
        body.add(piece)
        remaining -= piece.count
    }

    private mutating func takeLine(
        from input: inout ArraySlice<UInt8>, tooLong: MalformedRequest
    ) throws(MalformedRequest) -> Bool {
        guard let line = try lines.take(from: &input, tooLong: tooLong) else { return false }
        switch stage {
        case .requestLine: try beginHead(line)
        case .headers where line.isEmpty: return try beginBody()
        case .headers: head.add(try HeaderFields.Field(line: line))
        case .chunkSize: try beginChunk(line)
        case .chunkEnd: try endChunk(line)
        case .trailers where line.isEmpty: return true
        case .trailers: _ = try HeaderFields.Field(line: line)
        case .body, .chunk: break
        }
        return false
    }

    /// Empty lines before a request are ignored (RFC 9112 §2.2).
    private mutating func beginHead(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        if line.isEmpty { return }
        head = try RequestHead(requestLine: line)
        stage = .headers
    }

    private mutating func beginBody() throws(MalformedRequest) -> Bool {
        try head.checkHost()
        switch try BodyFraming(of: head) {
        case .length(0): return true
        case .length(let count):
            try body.checkLimit(adding: count)
            stage = .body(remaining: count)
        case .chunked: stage = .chunkSize
        }
        lines.resetLimit()
        isAwaitingContinue = head.expectsContinue
        return false
    }

    private mutating func beginChunk(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        let size = try ChunkSize(line: line).bytes
        try body.checkLimit(adding: size)
        lines.resetLimit()
        stage = size == 0 ? .trailers : .chunk(remaining: size)
    }

    private mutating func endChunk(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        guard line.isEmpty else { throw .badRequest("a chunk that is longer than its size") }
        stage = .chunkSize
    }

    private mutating func finish() -> RecordedRequest {
        let request = request(isChunked: isChunked, body: body.data)
        self = RequestParser(connection: connection, options: options)
        return request
    }

    private func request(isChunked: Bool, body data: Data) -> RecordedRequest {
        RecordedRequest(
            method: head.method, target: head.target, version: head.version, headers: head.headers,
            body: data, bodyByteCount: body.count, bodyChecksum: body.checksum, isChunked: isChunked,
            connection: connection)
    }

    private var isChunked: Bool {
        switch stage {
        case .chunkSize, .chunk, .chunkEnd, .trailers: true
        case .requestLine, .headers, .body: false
        }
    }
}

/// Splits bytes that arrive in pieces of any size into lines that end with CR LF.
struct LineBuffer {
    /// The maximum length of a head or of the trailers in bytes.
    static let limit = 65_536

    private var pending: [UInt8] = []
    private var remaining = limit

    /// Consumes the next line and returns it without CR LF. Without a whole line it consumes all input and returns nil.
    mutating func take(
        from input: inout ArraySlice<UInt8>, tooLong: MalformedRequest
    ) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        let end = input.firstIndex(of: .newline).map { $0 + 1 } ?? input.endIndex
        let piece = input[..<end]
        input = input[end...]
        remaining -= piece.count
        if remaining < 0 { throw tooLong }
        if piece.last == .newline { return try finish(with: piece) }
        pending += piece
        return nil
    }

    /// Applies the whole limit again to the following lines.
    mutating func resetLimit() {
        remaining = Self.limit
    }

    private mutating func finish(with piece: ArraySlice<UInt8>) throws(MalformedRequest) -> ArraySlice<UInt8> {
        let line = pending.isEmpty ? piece : pending + piece
        pending = []
        guard line.dropLast().last == UInt8(ascii: "\r") else { throw .badRequest("a line must end with CR LF") }
        return line.dropLast(2)
    }
}

/// The part of an incoming body that is kept.
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

    /// Throws if the body would be longer than the limit with this many bytes more.
    func checkLimit(adding announced: Int) throws(MalformedRequest) {
        guard announced <= options.bodyLimit - count else { throw .contentTooLarge }
    }

    mutating func take() -> Data {
        defer { data = Data() }
        return data
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

/// A request that is malformed or not supported, with the status of the response to it.
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
