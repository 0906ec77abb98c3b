import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
import Foundation

/// Writes a YAML document as JSON, for a test that reads JSON.
struct JSONCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Write a YAML document as JSON, for tests.",
        discussion: """
            The document is read by the core schema of YAML 1.2: NO and 2024-01-31 are text, 0o17 and 0x0F are 15. \
            Members keep their order and numbers their digits. Merge keys (<<) are resolved.

            Example: endpoint json openapi.yaml > openapi.json
            """)

    @Argument(help: "The YAML file.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Flag(help: "Write one line without blanks.")
    var compact = false

    func run(on console: Console) throws {
        let document = try DocumentFile.read(file)
        console.raw((compact ? document.compact : document.indented) + "\n")
    }
}
