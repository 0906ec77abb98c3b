import ArgumentParser
@_spi(EndpointTool) import EndpointTesting

/// Writes a page that shows recorded calls.
struct ReportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page that shows HAR files: requests, times, bodies, events, differences.",
        discussion: """
            The files may be of this library, of a browser or of a proxy. The page is one HTML file that opens without a \
            network; secrets are replaced in it. With two files it shows what the second one has changed. An earlier \
            page is replaced, any other file is not.

            Example: endpoint report before.har after.har --to changes.html
            """)

    @Argument(help: "HAR files.", completion: .file(extensions: ["har"]))
    var files: [String]

    @Option(help: "The page.", completion: .file(extensions: ["html"]))
    var to = "report.html"

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one HAR file.") }
    }

    func run(on console: Console) async throws {
        // An earlier page is replaced, any other file is not.
        let target = try URL.output(to) { ["html", "htm"].contains($0.pathExtension.lowercased()) }
        try await console.showingProgress { console, step in
            var report = HARReport()
            for (index, file) in files.enumerated() {
                step("Reading \(file), \(index + 1) of \(files.count)")
                try report.add(file: URL(fileURLWithPath: file))
            }
            for note in report.notes { console.complain("\(note)") }
            step("Making the page")
            try report.html().write(to: target, options: .atomic)
        }
        console.line("Written to \(target.path).")
    }
}
