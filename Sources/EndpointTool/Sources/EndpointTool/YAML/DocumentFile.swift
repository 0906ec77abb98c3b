@_spi(EndpointTool) import EndpointCassette
import Foundation

/// A file with one document in JSON or YAML.
enum DocumentFile {
    /// Reads the file as JSON, and if it is not JSON, as YAML.
    ///
    /// - Throws: ``DocumentError``, which names the file.
    static func read(_ path: String) throws -> JSONDocument {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DocumentError(file: path, problem: "There is no such file, or it cannot be read.")
        }
        if let node = JSONDocument(json: data) { return node }
        guard let text = String(data: data, encoding: .utf8) else {
            throw DocumentError(file: path, problem: "The file is not text in UTF-8.")
        }
        do {
            return try YAMLDocument.read(text)
        } catch {
            throw DocumentError(file: path, line: error.line, problem: error.problem)
        }
    }
}

/// A file cannot be read as a document.
struct DocumentError: LocalizedError, Hashable {
    let file: String
    var line: Int?
    let problem: String

    var errorDescription: String? {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)"
    }
}
