import ArgumentParser
import EndpointTesting

/// Writes a cassette with all its bodies to one new file.
struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a cassette with all its bodies to one HAR file.",
        discussion: """
            Large bodies of a cassette are in files beside it, which browsers and proxies do not read. The new file can \
            be opened in the developer tools of a browser. A file that exists is not replaced.

            Example: endpoint export Tests/__Cassettes__/login.har /tmp/login.har
            """)

    @Argument(help: "The cassette, a HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Argument(help: "The new file.", completion: .file(extensions: ["har"]))
    var out: String

    func run(on console: Console) async throws {
        let target = try URL.output(out) { _ in false }
        try await console.showingProgress { _, step in
            step("Reading \(file)")
            let exported = try CassetteFile(URL(fileURLWithPath: file)).exported()
            step("Writing \(out)")
            try exported.write(to: target, options: .withoutOverwriting)
        }
        console.line("Written to \(target.path).")
    }
}
