import EndpointTesting
import Testing

/// A file of random bytes with its SHA-256. `.ci/real-servers` makes the files, and the checksums with `sha256sum`.
struct RandomFile {
    static let counts = [0, 1, 1000, 16_384, 65_535, 65_536, 65_537, 1_000_000, 10_000_000, 100_000_000]

    let url: URL
    let sha256: String

    init(_ count: Int) throws {
        let folder = try RealServer.file("files")
        url = folder.appendingPathComponent("\(count)")
        let sum = try String(contentsOf: url.appendingPathExtension("sha256"), encoding: .utf8)
        sha256 = String(try #require(sum.split(separator: " ").first))
    }

    func data() throws -> Data {
        try Data(contentsOf: url)
    }

    /// A new stream of the file.
    @Sendable func stream() -> InputStream {
        InputStream(url: url) ?? InputStream(data: Data())
    }
}
