import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
import EndpointScaffold
import Foundation

/// Makes a module with tests of calls of an API, or of its description.
struct ScaffoldCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "scaffold",
        abstract: "Make a module with tests from a HAR file, an OpenAPI document or a curl line.",
        discussion: """
            The folder becomes a Swift package: endpoints, models, an environment, and tests that need no network. \
            From a HAR file it also gets cassettes, in which secrets are replaced. What could not be inferred is listed.

            Example: endpoint scaffold shop.har --module ShopAPI --to ShopAPI

            Others:
              endpoint scaffold openapi.yaml --module ShopAPI --to ShopAPI
              endpoint scaffold --curl "curl 'https://api.example.com/v1/books/1'" --module ShopAPI --to ShopAPI
            """)

    @Argument(
        help: "A HAR file, or an OpenAPI document of version 3.0 or 3.1 in JSON or YAML.",
        completion: .file(extensions: ["har", "json", "yaml", "yml"]))
    var file: String?

    @Option(help: "A curl line, as browsers copy it; - reads it from standard input.")
    var curl: String?

    @Option(help: "The name of the module, such as ShopAPI.")
    var module: String

    @Option(help: "The folder of the new package.", completion: .directory)
    var to: String

    @Flag(help: "Replace the folder if it exists.")
    var force = false

    @Option(help: "The checkout of the library that the package uses. By default the one that this tool was built in.")
    var library: String?

    @Flag(help: "Write the result as JSON.")
    var json = false

    func validate() throws {
        if (file == nil) == (curl == nil) { throw ValidationError("Give either a file or --curl with a curl line.") }
    }

    func run(on console: Console) throws {
        let folder = URL(fileURLWithPath: to)
        try ScaffoldFolder.check(folder, force: force)
        let scaffold = try scaffold()
        try ScaffoldFolder.write(scaffold.files, to: folder, force: force)
        if json { return console.raw(report(scaffold).indented + "\n") }
        let counts = [scaffold.endpoints.count.counted("endpoint"), scaffold.files.count.counted("file")]
        console.line("\(to): \(counts.joined(separator: " in "))", .good)
        for endpoint in scaffold.endpoints { console.line("  \(endpoint)") }
        for note in scaffold.notes { console.line("note: \(note)", .warning) }
        console.line("swift test --package-path \(to)", .faint)
    }

    private func scaffold() throws -> Scaffold {
        let source = file.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "a curl line"
        let options = Scaffold.Options(module: module, library: libraryLocation, source: source)
        if let curl {
            return try Scaffold(curl: curl == "-" ? Self.standardInput() : curl, options)
        }
        let path = file ?? ""
        if path.lowercased().hasSuffix(".har") {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ScaffoldError("\(path): There is no such file, or it cannot be read.")
            }
            return try naming(path) { try Scaffold(har: data, options) }
        }
        let document = try DocumentFile.read(path)
        return try naming(path) {
            document["log"] == nil
                ? try Scaffold(openAPI: Data(document.compact.utf8), options)
                : try Scaffold(har: Data(document.compact.utf8), options)
        }
    }

    /// Adds the name of the file to a failure.
    private func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var error as CassetteError {
            error.file = path
            throw error
        } catch {
            throw ScaffoldError("\(path): \(error.sentence)")
        }
    }

    private static func standardInput() -> String {
        String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The checkout that this file was compiled in, if it is still there, or else the repository.
    private var libraryLocation: LibraryLocation {
        if let library { return .path(URL(fileURLWithPath: library).standardizedFileURL.path) }
        let source = URL(fileURLWithPath: #filePath)
        let root = (0..<6).reduce(source) { url, _ in url.deletingLastPathComponent() }
        let manifest = root.appendingPathComponent("Sources/EndpointCore")
        if FileManager.default.fileExists(atPath: manifest.path) { return .path(root.path) }
        return .url("https://github.com/OWNER/endpoint", from: "0.1.0")
    }

    private func report(_ scaffold: Scaffold) -> JSONDocument {
        .object([
            ("folder", .string(to)), ("endpoints", .array(scaffold.endpoints.map { .string($0) })),
            ("files", .array(scaffold.files.keys.sorted().map { .string($0) })),
            ("notes", .array(scaffold.notes.map { .string($0) })),
        ])
    }
}
