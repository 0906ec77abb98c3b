import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
import EndpointTesting

/// Lists the cassettes in a folder of tests that no test uses, because theirs was renamed or deleted.
struct UnusedCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "unused",
        abstract: "List the cassettes in a folder of tests that no test uses any more.",
        discussion: """
            The exit code is 1 if there are any.

            Example: endpoint unused Tests
            """)

    @Argument(help: "A folder with tests.", completion: .directory)
    var folder: String

    @Flag(name: .customLong("json"), help: "Write the paths as a JSON array.")
    var isJSON = false

    func run(on console: Console) throws {
        let root = URL(fileURLWithPath: folder)
        guard root.isFolder else { throw OutputError.noFolder(folder) }
        let files = CassetteFile.unused(below: root).map(\.path)
        if isJSON {
            console.raw(JSONDocument.array(files.map { .string($0) }).indented + "\n")
        } else {
            files.forEach { console.line($0) }
            if files.isEmpty { console.line("Each cassette has its test.", .good) }
        }
        if !files.isEmpty { throw ExitCode.failure }
    }
}
