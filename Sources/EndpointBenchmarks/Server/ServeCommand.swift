import EndpointTesting

/// The server side, for the other benchmarks: they start this program once more, so that its processor time and memory are
/// not counted as theirs.
struct ServeCommand: Benchmark {
    static let synopsis = "serve \(Service.allCases.map(\.rawValue).joined(separator: "|"))"
    static let summary = "Starts a loopback server, prints its URL and serves until standard input ends."

    private let service: Service

    init(_ arguments: inout Arguments) throws {
        guard let name = arguments.next(), let service = Service(rawValue: name) else {
            throw UsageError("serve needs one of \(Service.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.service = service
    }

    func run() throws {
        let server = try service.start()
        Console.line(server.url.absoluteString)
        while readLine() != nil {}
        server.stop()
    }
}
