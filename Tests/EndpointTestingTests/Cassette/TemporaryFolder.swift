import EndpointTesting

/// A temporary folder that is deleted when the object is deallocated.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory,
            create: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func cassette(_ name: String = "test.har") -> CassetteFile { CassetteFile(file(name)) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}
