import EndpointTesting
import HostilePeers

/// Runs the server of another benchmark in a process of its own, so that its processor time and memory are not counted
/// as those of the client.
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

/// What the server process answers.
enum Service: String, CaseIterable, Sendable {
    /// Every request is answered with ``Book/reply``.
    case books
    /// Every request is answered with the length and the checksum of its body.
    case uploads
    /// Every request is answered with as many small chunks as its path says: see ``RowsService``.
    case rows
    /// Every request is answered with as many server-sent events as its path says: see ``StreamService``.
    case events
    /// Every request is answered with the large or endless body that its path names: see ``TransferService``.
    case transfers
    /// Every request is answered as its path asks: see ``StressService``.
    case stress
    /// Every request is answered as its path asks: see ``HostileService``. No reply waits for another event.
    case hostile

    /// Starts the service on a free port.
    func start() throws -> LoopbackServer {
        let options = LoopbackOptions(bodies: .checksummed, keepsRequests: false)
        switch self {
        case .books:
            return try .immediate(options: options) { _ in Book.reply }
        case .uploads:
            return try .immediate(options: options) { Receipt(of: $0).reply }
        case .rows:
            return try .immediate(options: options) { RowsService.reply(to: $0) }
        case .events:
            return try .immediate(options: options) { StreamService.reply(to: $0) }
        case .transfers:
            let service = TransferService()
            return try .immediate(options: options) { service.reply(to: $0) }
        case .stress:
            let service = StressService()
            return try .immediate(options: options) { service.reply(to: $0) }
        case .hostile:
            let service = HostileService(isReleased: true)
            return try .immediate(options: options) { service.reply(to: $0) }
        }
    }
}

/// A child process that runs ``ServeCommand``. It ends with this process, or when its last reference is released.
final class ChildServer {
    let url: URL
    private let process = Process()
    private let input = Pipe()

    /// Starts a service and waits until it listens.
    init(_ service: Service) throws {
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [ServeCommand.name, service.rawValue]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let line = Self.line(from: output.fileHandleForReading), let url = URL(string: line) else {
            throw MissedGoal("The server in the child process did not start.")
        }
        self.url = url
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func line(from file: FileHandle) -> String? {
        var text = Data()
        while text.last != UInt8(ascii: "\n") {
            let piece = file.availableData
            if piece.isEmpty { return nil }
            text += piece
        }
        return String(decoding: text.dropLast(), as: UTF8.self)
    }
}
