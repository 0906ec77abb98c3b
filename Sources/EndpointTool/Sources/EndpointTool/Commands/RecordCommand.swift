import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
@_spi(EndpointTool) import EndpointTesting

/// Records what other programs exchange with an API, through a proxy on this machine.
struct RecordCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what other programs exchange with an API, until Control-C.",
        discussion: """
            A reverse proxy on this machine forwards each request to the API. Let an app, a browser or curl use its \
            address in place of the API's. The cassette is written at the end, without its secrets; a file that exists \
            is replaced. WebSockets are not forwarded.

            Example: endpoint record --base https://api.example.com/v1 --to recorded.har --port 8080
            """)

    @Option(help: "The URL of the API.", transform: { try Upstream($0) })
    var base: Upstream

    @Option(help: "The cassette to write, a HAR file.", completion: .file(extensions: ["har"]))
    var to: String

    @Option(help: "The port of the proxy, 0 for any free one.")
    var port: UInt16 = 0

    @Option(help: "How many MiB of each body are recorded. A longer body is forwarded whole.")
    var limit: UInt16 = 4

    @Flag(name: .customLong("json"), help: "Write one JSON object per line: first the address, then each exchange.")
    var isJSON = false

    func run(on console: Console) async throws {
        let file = try URL.output(to) { _ in true }
        let proxy = RecordingProxy(of: base, bodyLimit: Int(limit) << 20)
        let server = try proxy.start(port: port)
        announce(server.url, on: console)
        let shown = Task { await proxy.exchanges { show($0, on: console) } }
        await TerminationSignal.wait()
        // In a task of its own, because the current one may be cancelled, and then it would wait for nothing.
        await Task {
            server.stop()
            await server.connectionsClosed()
            proxy.finish()
        }.value
        await shown.value
        try await save(proxy.recording.cassette, to: file, on: console)
    }

    private func announce(_ url: URL, on console: Console) {
        let address = "\(url)\(base.path)"
        if isJSON { return console.line(json: ["url": .string(address), "base": .string(base.text)]) }
        console.line("Use \(address) in place of \(base.text). Control-C ends the recording.")
    }

    private func show(_ exchange: ProxiedExchange, on console: Console) {
        if isJSON {
            console.line(json: [
                "request": .string(exchange.request), "status": .number("\(exchange.status)"),
                "bytes": .number("\(exchange.bytes)"), "milliseconds": .number("\(exchange.milliseconds)"),
                "problem": exchange.problem.map { .string($0) } ?? .null,
            ])
        } else {
            console.line(exchange.line, exchange.problem == nil ? nil : .bad)
        }
    }

    private func save(_ cassette: Cassette, to file: URL, on console: Console) async throws {
        let count = cassette.interactions.count
        if count > 0 {
            if !isJSON { console.line("Saving without secrets …", .faint) }
            var format = Cassette.Format.standard
            // Placeholders can be longer than the secrets that they replace.
            format.largestBody = max(format.largestBody, 2 * Int(limit) << 20)
            try await console.showingProgress(silent: isJSON) { [format] _, step in
                step("Saving \(count.counted("interaction"))")
                try CassetteFile(file, format: format).save(cassette)
            }
        }
        if isJSON { return console.line(json: ["interactions": .number("\(count)"), "file": .string(file.path)]) }
        console.line(
            count > 0 ? "Recorded \(count.counted("interaction")) in \(file.path)." : "Nothing was recorded.")
    }
}
