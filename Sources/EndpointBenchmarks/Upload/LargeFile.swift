import EndpointTesting

/// A temporary file of many MiB that takes little room: each MiB begins with its number, and the rest is a hole.
/// The numbers tell whether a piece is missing, doubled or misplaced.
final class LargeFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid()).bin")
    let byteCount: Int

    init(mebibytes: Int) throws {
        byteCount = mebibytes << 20
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        for number in 0..<mebibytes {
            try file.seek(toOffset: UInt64(number << 20))
            try file.write(contentsOf: Data("MiB \(number)\n".utf8))
        }
        try file.truncate(atOffset: UInt64(byteCount))
        try file.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Its bytes as a stream, made anew for every attempt.
    var stream: UploadEndpointBody {
        .stream(InputStream(url: self.url) ?? InputStream(data: Data()), length: Int64(byteCount))
    }

    /// The file as a part of a form.
    var form: Multipart { [.field("size", byteCount), .file("file", url)] }

    /// What the server should say of the file.
    func receipt() throws -> Receipt {
        try receipt(of: [.file(url)])
    }

    /// What the server should say of pieces, one after the other.
    func receipt(of pieces: [UploadEndpointBody]) throws -> Receipt {
        var (count, checksum) = (0, FNV1a())
        for piece in pieces {
            try Self.read(piece) { bytes in
                count += bytes.count
                checksum.add(bytes)
            }
        }
        return Receipt(byteCount: count, checksum: checksum.value)
    }

    private static func read(_ piece: UploadEndpointBody, _ take: (Data) -> Void) throws {
        switch piece {
        case .data(let data):
            take(data)
        case .file(let url):
            let file = try FileHandle(forReadingFrom: url)
            while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { take(bytes) }
        case .stream, .multipart:
            break
        }
    }
}
