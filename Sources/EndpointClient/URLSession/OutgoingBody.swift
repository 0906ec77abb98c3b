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
