import ArgumentParser
@_spi(EndpointTool) import EndpointCassette
import EndpointTesting

/// Serves a cassette to other programs.
struct ServeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a cassette to other programs, until Control-C.",
        discussion: """
            The server listens on this machine only. It answers each request as often as it was recorded, whatever the \
            host, and a request that was not recorded with a 501 and an explanation.

            Example: endpoint serve recorded.har --port 8080 --repeat
            """)

    @Argument(help: "The cassette, a HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Option(help: "The port, 0 for any free one.")
    var port: UInt16 = 0

    @Flag(name: .customLong("repeat"), help: "Give the last response again to a request that is sent more often.")
    var repeats = false

    @Flag(name: .customLong("cors"), help: "Let scripts of any web page read the responses.")
    var allowsCrossOrigin = false

    @Flag(name: .customLong("pace"), help: "Send the pieces of a recorded stream at the recorded times.")
    var isPaced = false

    @Flag(name: .customLong("json"), help: "Write one JSON object per line: first the address, then each request.")
    var isJSON = false

    func run(on console: Console) async throws {
        let replay = Replay(
            try console.load(file), matching: .standard.ignoring(.host), allowRepeats: repeats, file: file,
            hints: repeats ? [] : ["To repeat its last response:  endpoint serve --repeat"])
        let server = try LoopbackServer(port: port, options: LoopbackOptions(keepsRequests: false)) { request in
            let reply = replay.reply(
                to: request, allowsCrossOrigin: allowsCrossOrigin, pace: isPaced ? .system : nil)
            show(request, reply, on: console)
            return reply
        }
        defer { server.stop() }
        announce(replay.cassette, at: server.url, on: console)
        await TerminationSignal.wait()
        if !isJSON { console.line("Stopped.") }
    }

    private func announce(_ cassette: Cassette, at url: URL, on console: Console) {
        let count = cassette.interactions.count
        if isJSON {
            return console.line(json: ["url": .string("\(url)"), "interactions": .number("\(count)")])
        }
        console.line("\(count.counted("interaction")) can be requested at \(url) until Control-C.")
        if let path = cassette.pathOfFirstRead { console.line("For example: curl '\(url)\(path)'") }
    }

    private func show(_ request: RecordedRequest, _ reply: LoopbackReply, on console: Console) {
        if isJSON {
            let status = reply.status.map { JSONDocument.number("\($0)") }
            console.line(json: [
                "method": .string(request.method), "target": .string(request.target), "status": status ?? .null,
            ])
        } else {
            let status = reply.status.map(String.init) ?? "no response"
            console.line("\(request.method) \(request.target) → \(status)", reply.status == 501 ? .bad : nil)
        }
    }
}

extension Cassette {
    /// The path of the first recorded GET, with the part from the base URL, as an example that the server can answer.
    fileprivate var pathOfFirstRead: String? {
        let first = interactions.first { $0.request.method == "GET" }
        let path = first.flatMap { URLComponents(string: $0.request.url)?.percentEncodedPath }
        return path?.replacingOccurrences(of: "'", with: "%27")
    }
}

extension LoopbackReply {
    /// The status; nil if there is no response.
    fileprivate var status: Int? {
        switch self {
        case .response(let response), .stream(let response, _), .cutStream(let response, _): response.status
        default: nil
        }
    }
}
