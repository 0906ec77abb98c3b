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

    /// What the server should say of it.
    func receipt() throws -> Receipt {
        let file = try FileHandle(forReadingFrom: url)
        var checksum = FNV1a()
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { checksum.add(piece) }
        return Receipt(byteCount: byteCount, checksum: checksum.value)
    }
}
