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
    /// - Parameter isReplaceable: Whether a file that exists may be replaced.
    /// - Throws: ``OutputError``.
    static func output(_ path: String, replacing isReplaceable: (URL) -> Bool) throws(OutputError) -> URL {
        let file = URL(fileURLWithPath: path)
        guard file.deletingLastPathComponent().isFolder else {
            throw .noFolder(file.deletingLastPathComponent().path)
        }
        if file.isFolder { throw .folder(file.path) }
        if FileManager.default.fileExists(atPath: file.path), !isReplaceable(file) { throw .exists(file.path) }
        return file
    }

    /// Whether there is a folder at this URL.
    var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }
}

/// A file cannot be written at a path, or a folder cannot be read.
enum OutputError: LocalizedError, Hashable {
    case noFolder(String)
    case folder(String)
    case exists(String)

    var errorDescription: String? {
        switch self {
        case .noFolder(let path): "There is no folder \(path)."
        case .folder(let path): "\(path) is a folder. Name a file."
        case .exists(let path): "\(path) exists and is not replaced. Name another file."
        }
    }
}
