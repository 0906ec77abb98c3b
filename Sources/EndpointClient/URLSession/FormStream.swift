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
