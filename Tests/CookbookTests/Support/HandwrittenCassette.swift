import EndpointTesting

extension Cassette {
    /// A cassette of an example, written by hand from the documentation of the API.
    static func handwritten(_ name: String) throws -> Cassette {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try CassetteFile(folder.appendingPathComponent("__Cassettes__/\(name).har")).load().cassette
    }
}
