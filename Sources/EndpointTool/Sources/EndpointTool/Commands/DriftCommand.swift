import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
import EndpointTesting

/// Shows how the responses of an API have changed between two recordings.
struct DriftCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "drift",
        abstract: "Show what has changed between two cassettes, by the shape of the responses.",
        discussion: """
            The exit code is 1 if a change can break a program that reads the responses: something was removed, can be \
            missing or null, or has another type.

            Example: endpoint drift recorded-in-may.har recorded-today.har
            """)

    @Argument(help: "The old cassette, a HAR file.", completion: .file(extensions: ["har"]))
    var old: String

    @Argument(help: "The new cassette, a HAR file.", completion: .file(extensions: ["har"]))
    var new: String

    @Flag(name: .customLong("json"), help: "Write the changes as a JSON array.")
    var isJSON = false

    func run(on console: Console) throws {
        let drift = Cassette.Drift.compare(try console.load(old), try console.load(new))
        if isJSON {
            console.raw(JSONDocument.array(drift.changes.map(\.json)).indented + "\n")
        } else {
            show(drift, on: console)
        }
        if let severity = drift.severity, severity > .added { throw ExitCode.failure }
    }

    private func show(_ drift: Cassette.Drift, on console: Console) {
        if drift.isEmpty { console.line("No drift.", .good) }
        var request: String?
        for change in drift.changes {
            if change.request != request { console.line(change.request, .bold) }
            console.line("  \(change)", change.tier.style)
            request = change.request
        }
    }
}

extension Cassette.Drift.Tier {
    fileprivate var style: Console.Style {
        switch self {
        case .added: .good
        case .optionality: .warning
        case .breaking: .bad
        }
    }
}

extension Cassette.Drift.Change {
    fileprivate var json: JSONDocument {
        .object([
            ("tier", .string("\(tier)")), ("request", .string(request)), ("path", .string(path)),
            ("old", old.map { .string($0) } ?? .null), ("new", new.map { .string($0) } ?? .null),
        ])
    }
}
