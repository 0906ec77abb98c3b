import EndpointTesting

/// This program once more, as a server. It ends with this process, or when nobody holds it any more.
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
