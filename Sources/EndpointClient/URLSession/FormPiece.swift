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
