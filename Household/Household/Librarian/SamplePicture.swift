import EndpointClient

/// A file to upload when there is none at hand.
enum SamplePicture {
    /// Runs `body` with a file that begins like a PNG and has three megabytes, so that there is a progress to see.
    static func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let files = FileManager.default
        let folder = try files.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: files.temporaryDirectory, create: true)
        defer { try? files.removeItem(at: folder) }
        let file = folder.appendingPathComponent("cover.png")
        try (signature + Data(count: 3 << 20 - signature.count)).write(to: file)
        return try await body(file)
    }

    private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
}
