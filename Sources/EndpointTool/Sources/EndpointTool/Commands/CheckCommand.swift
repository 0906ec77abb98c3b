import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
@_spi(EndpointTool) import EndpointTesting

/// Checks recorded calls by the description of an API.
struct CheckCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check HAR files by an OpenAPI description, and show what they don't touch.",
        discussion: """
            The description is OpenAPI 3.0 or 3.1, in JSON or YAML. Without HAR files it is only read: a reference that \
            leads nowhere, and a value of the wrong type, are errors with their place. The exit code is 1 if a request or \
            a response differs from the description.

            Example: endpoint check openapi.yaml recorded.har
            """)

    @Argument(help: "The description of the API.", completion: .file(extensions: ["json", "yaml", "yml"]))
    var description: String

    @Argument(help: "HAR files with calls of the API.", completion: .file(extensions: ["har"]))
    var files: [String] = []

    @Flag(help: "Name each operation, status and parameter that the files don't touch.")
    var coverage = false

    @Flag(name: .customLong("json"), help: "Write findings and coverage as one JSON object.")
    var isJSON = false

    /// How many names of what is not touched are shown without `--coverage`.
    private static let mostNames = 3

    func run(on console: Console) async throws {
        let contract: APIContract
        do {
            contract = try APIContract(json: Data(try DocumentFile.read(description).compact.utf8))
        } catch let error as OpenAPIError {
            throw DocumentError(file: description, problem: "\(error)")
        }
        let findings = try await console.showingProgress(silent: isJSON) { console, step in
            try files.enumerated().flatMap { index, file in
                step("Checking \(file), \(index + 1) of \(files.count)")
                return contract.findings(in: try console.load(file)).map { (file: file, finding: $0) }
            }
        }
        if isJSON {
            console.raw(JSONDocument(contract, findings).indented + "\n")
        } else {
            show(contract, findings, on: console)
        }
        if findings.contains(where: { !$0.finding.isNote }) { throw ExitCode.failure }
    }

    private func show(
        _ contract: APIContract, _ findings: [(file: String, finding: APIContract.Finding)], on console: Console
    ) {
        for note in contract.notes { console.complain("\(description): \(note)", .warning) }
        guard !files.isEmpty else {
            return console.line("It can be read: \(contract.document.operations.count.counted("operation")).", .good)
        }
        var place: String?
        for (file, finding) in findings {
            let source = "\(file) \(finding.source)"
            if source != place { console.line(source, .bold) }
            console.line("  \(finding)", finding.isNote ? .warning : .bad)
            place = source
        }
        if findings.isEmpty { console.line("No difference.", .good) }
        let touched = contract.coverage
        if coverage { return console.line(lines: "\(touched)") }
        let summary = touched.summary(naming: Self.mostNames)
        summary.forEach { console.line($0) }
        if summary != touched.summary(naming: .max) { console.line("--coverage names all.", .faint) }
    }
}

extension JSONDocument {
    fileprivate init(_ contract: APIContract, _ findings: [(file: String, finding: APIContract.Finding)]) {
        self = .object([
            ("findings", .array(findings.map { JSONDocument($0.file, $0.finding) })),
            ("operations", .array(contract.coverage.operations.map(JSONDocument.init(_:)))),
            ("notes", .array(contract.notes.map(JSONDocument.string))),
        ])
    }

    private init(_ file: String, _ finding: APIContract.Finding) {
        self = .object([
            ("file", .string(file)), ("source", .string(finding.source)), ("note", .bool(finding.isNote)),
            ("operation", finding.operation.map(JSONDocument.string) ?? .null),
            ("status", finding.status.map { .number("\($0)") } ?? .null),
            ("place", .string(finding.place)), ("sentence", .string(finding.sentence)),
        ])
    }

    private init(_ operation: APIContract.Coverage.Operation) {
        self = .object([
            ("operation", .string(operation.name)), ("count", .number("\(operation.count)")),
            ("untouchedStatuses", .array(operation.untouchedStatuses.map(JSONDocument.string))),
            ("untouchedParameters", .array(operation.untouchedParameters.map(JSONDocument.string))),
        ])
    }
}
