import EndpointTesting

/// A child process: a program of the machine, or a command of this one.
final class ChildProcess: Sendable {
    let output = Pipe()
    private let process: Process
    private let status: AwaitableValue<Int32?>

    /// Starts a program that the search path contains.
    convenience init(_ program: String, _ arguments: [String]) throws {
        try self.init(URL(fileURLWithPath: "/usr/bin/env"), [program] + arguments)
    }

    /// Starts a command of this program that downloads.
    convenience init(_ command: String, _ engine: Engine, _ url: URL, _ file: URL) throws {
        try self.init(
            command: command, ["--engine", engine.rawValue, "--url", url.absoluteString, "--to", file.path])
    }

    /// Starts a command of this program.
    convenience init(command: String, _ options: [String]) throws {
        guard let program = Bundle.main.executableURL else { throw MissedGoal("This program cannot be found.") }
        try self.init(program, [command] + options)
    }

    private init(_ program: URL, _ arguments: [String]) throws {
        let status = AwaitableValue<Int32?>(nil)
        (process, self.status) = (Process(), status)
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.terminationHandler = { process in
            let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
            status.update { $0 = code }
        }
        try process.run()
    }

    /// Ends the process at once (SIGKILL).
    func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Suspends until the process has ended. Its status, or the negative number of the signal that has ended it.
    func exit() async -> Int32 {
        await status.wait { $0 != nil }
        return status.value ?? -1
    }
}
