/// A body that can be read from its start as often as it is sent, so that a retry or a redirect never sends a rest of it.
struct OutgoingBody: Sendable {
    /// Bytes, if known before they are read.
    let length: Int64?

    /// A new stream at the start of the body, not yet open.
    let makeStream: @Sendable () -> InputStream?
}

extension OutgoingBody {
    /// A body that cannot be read, in place of one that must not be sent.
    static let none = OutgoingBody(length: nil) { nil }

    /// Bytes in memory.
    init(_ data: Data) {
        self.init(length: Int64(data.count)) { Platform.stream(of: data) }
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
            throw RequestError(.body("there is no file \"\(file.lastPathComponent)\"."))
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw RequestError(.body("\"\(file.lastPathComponent)\" is not a regular file."))
        }
        guard FileManager.default.isReadableFile(atPath: path), let size = attributes[.size] as? NSNumber else {
            throw RequestError(.body("the file \"\(file.lastPathComponent)\" cannot be read."))
        }
        return size.int64Value
    }
}

/// A piece of a form: the bytes between two files, or a file.
struct FormPiece: Sendable {
    let body: OutgoingBody
    let length: Int64
    let isFile: Bool
}

extension FormPiece {
    /// - Throws: `RequestError` when a file cannot be read.
    init(_ piece: UploadEndpointBody) throws {
        body = try OutgoingBody(piece)
        length = body.length ?? 0
        if case .file = piece { isFile = true } else { isFile = false }
    }
}

extension OutgoingBody {
    /// A form, whose files are read when it is sent, and anew each time.
    ///
    /// - Throws: `RequestError` when a file cannot be read, or when the form itself is refused.
    init(_ form: Multipart) throws {
        let pieces = try form.pieces().map(FormPiece.init)
        self.init(length: pieces.reduce(0) { $0 + $1.length }) { FormStream(pieces, boundary: form.boundary) }
    }
}

/// The pieces of a form one after the other, each with exactly its length.
///
/// A file that is shorter than it was fails the stream, and so does a boundary inside a file: whoever put it there could
/// otherwise add parts to the form.
final class FormStream: InputStream {
    private let boundary: String
    private var pieces: ArraySlice<FormPiece>
    private var source: InputStream?
    private var search: BoundarySearch?
    private var left: Int64 = 0

    /// Why the form could not be read, if so.
    private(set) var problem: String?

    init(_ pieces: [FormPiece], boundary: String) {
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
        return isBoundary ? fail("a file of its form holds the form's boundary.") : count
    }

    private func start(_ piece: FormPiece) {
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
}
