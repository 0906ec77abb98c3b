@_spi(EndpointTool) import EndpointCassette
import EndpointTesting

extension Console {
    /// Loads a cassette, and warns of entries that were left out.
    func load(_ path: String) throws -> Cassette {
        let (cassette, notes) = try CassetteFile(URL(fileURLWithPath: path)).load()
        for note in notes where note.kind == .skipped { complain("\(path): \(note)", .warning) }
        return cassette
    }

    /// Writes one JSON value on a line of its own, for a program that reads the output line by line.
    func line(json members: KeyValuePairs<String, JSONDocument>) {
        raw(JSONDocument.object(members.map { ($0.key, $0.value) }).compact + "\n")
    }
}

extension URL {
    /// The file to write at a path. A missing folder may be a typing error, so it is not created.
    ///
    /// - Throws: ``MissingFolderError``.
    static func output(_ path: String) throws -> URL {
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent()
        guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
            throw MissingFolderError(path: folder.path)
        }
        return file
    }
}

/// A file cannot be written, because its folder does not exist.
struct MissingFolderError: LocalizedError {
    let path: String

    var errorDescription: String? { "There is no folder \(path)." }
}
