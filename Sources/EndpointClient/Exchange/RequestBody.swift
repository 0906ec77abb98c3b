/// A body that can be read from its start any number of times, so that a retry or a redirect sends all of it again.
struct RequestBody: Sendable {
    /// All bytes, if they are in memory.
    var data: Data?

    /// Its length in bytes; nil if it is unknown before the body is read.
    let length: Int64?

    /// Whether reading it never blocks.
    var isInMemory: Bool { data != nil }

    /// A new stream at the start of the body, not yet open.
    let makeStream: @Sendable () -> InputStream?
}

extension RequestBody {
    /// A body that cannot be read. It replaces a body that must not be sent, so that the request fails.
    static let unreadable = RequestBody(length: nil) { nil }

    /// Bytes in memory.
    init(_ data: Data) {
        self.init(data: data, length: Int64(data.count)) { URLSessionPlatform.stream(of: data) }
    }

    /// The body of an upload.
    ///
    /// - Throws: `RequestError` when a file cannot be read.
    init(_ body: UploadEndpointBody) throws {
        switch body {
        case .data(let data):
            self.init(data)
        case .file(let url):
            self.init(length: try Self.length(of: url)) { InputStream(url: url) }
        case .multipart(let form):
            try self.init(form)
        case .stream(let make, let length):
            if let length, length < 0 { throw RequestError(.body("its length is negative.")) }
            self.init(length: length) { make() }
        }
    }

    private static func length(of file: URL) throws -> Int64 {
        guard file.isFileURL else { throw RequestError(.body("a \(file.scheme ?? "relative") URL is not a file.")) }
        let path = file.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw RequestError(.body("there is no file \"\(file.path)\"."))
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw RequestError(.body("\"\(file.path)\" is not a regular file."))
        }
        guard FileManager.default.isReadableFile(atPath: path), let size = attributes[.size] as? NSNumber else {
            throw RequestError(.body("the file \"\(file.path)\" cannot be read."))
        }
        return size.int64Value
    }

    /// A form. Its files are read each time it is sent.
    ///
    /// - Throws: `RequestError` when a file cannot be read, or when the form itself is invalid.
    init(_ form: Multipart) throws {
        let pieces = try form.pieces().map(MultipartStream.Piece.init)
        self.init(length: pieces.reduce(0) { $0 + $1.length }) { MultipartStream(pieces, boundary: form.boundary) }
    }
}

extension UploadEndpointBody {
    /// Throws the `RequestError` of a client that cannot send this body, such as one with a missing file.
    package func check() throws { _ = try RequestBody(self) }
}

/// The pieces of a multipart form in order, each with exactly its length.
///
/// The stream fails if a file has become shorter, or if a file contains the form's boundary: its content could
/// otherwise add parts to the form.
final class MultipartStream: InputStream {
    private let boundary: String
    private var pieces: ArraySlice<Piece>
    private var source: InputStream?
    private var search: BoundarySearch?
    private var left: Int64 = 0

    /// Why the form could not be read; nil if it could.
    private(set) var problem: String?

    init(_ pieces: [Piece], boundary: String) {
        self.boundary = boundary
        self.pieces = pieces[...]
        super.init(data: Data())
    }

    override func open() {}

    override func close() {
        source?.close()
        (pieces, left) = ([], 0)
    }

    override var streamStatus: Stream.Status {
        if problem != nil { return .error }
        return hasBytesAvailable ? .open : .atEnd
    }

    override var streamError: (any Error)? { problem.map { RequestError(.body($0)) } }

    override var hasBytesAvailable: Bool { left > 0 || !pieces.isEmpty }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        while left == 0 {
            guard let piece = pieces.popFirst() else { return 0 }
            start(piece)
        }
        let count = source?.read(buffer, maxLength: Int(min(Int64(maxLength), left))) ?? -1
        guard count > 0 else { return fail("a file of its form has become shorter, or cannot be read.") }
        left -= Int64(count)
        let isBoundary = search?.finds(UnsafeRawBufferPointer(start: buffer, count: count)) == true
        return isBoundary ? fail("a file of its form contains the form's boundary.") : count
    }

    private func start(_ piece: Piece) {
        source?.close()
        source = piece.body.makeStream()
        source?.open()
        search = piece.isFile ? BoundarySearch(boundary) : nil
        left = piece.length
    }

    private func fail(_ problem: String) -> Int {
        self.problem = problem
        return -1
    }

    /// A piece of a form: a file, or the bytes between two files.
    struct Piece: Sendable {
        let body: RequestBody
        let length: Int64
        let isFile: Bool
    }
}

extension MultipartStream.Piece {
    /// - Throws: `RequestError` when a file cannot be read.
    init(_ piece: UploadEndpointBody) throws {
        body = try RequestBody(piece)
        length = body.length ?? 0
        if case .file = piece { isFile = true } else { isFile = false }
    }
}

extension RequestBody {
    /// All bytes; if the length is known, at most that many.
    ///
    /// - Throws: `RequestError` when the body cannot be read, or is shorter than its length.
    func read() throws -> Data {
        guard length != 0 else { return Data() }
        guard let stream = makeStream() else { throw RequestError(.body("it cannot be opened.")) }
        stream.open()
        defer { stream.close() }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var data = Data()
        while data.count < length ?? .max {
            let count = stream.read(
                &bytes, maxLength: Int(min(Int64(bytes.count), (length ?? .max) - Int64(data.count))))
            if count == 0 { break }
            guard count > 0 else { throw RequestError(.body("it cannot be read.")) }
            data.append(contentsOf: bytes[..<count])
        }
        if let length, data.count < length {
            throw RequestError(.body("its stream ended after \(data.count) of \(length.counted("byte"))."))
        }
        return data
    }
}
