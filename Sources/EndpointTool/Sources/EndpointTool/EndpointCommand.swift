import ArgumentParser
import Foundation

/// The tool: it selects one of its commands by the first argument.
public struct EndpointCommand: AsyncParsableCommand {
    /// The name, the help text, and the list of the commands.
    public static let configuration = CommandConfiguration(
        commandName: "endpoint",
        abstract: "Works with recorded calls of an API and with its description.",
        discussion: """
            The exit code is 0 when all is well, 1 when something failed or a check found something, 64 for arguments \
            that cannot be understood, and 130 after Control-C.
            """,
        version: "endpoint 0.1.0",
        subcommands: commands)

    /// Each command is one file in the folder Commands.
    private static let commands: [any ToolCommand.Type] = [
        RecordCommand.self,
        ServeCommand.self,
        ExportCommand.self,
        DriftCommand.self,
        ReportCommand.self,
        CheckCommand.self,
        UnusedCommand.self,
        ScaffoldCommand.self,
        JSONCommand.self,
    ]

    /// The tool without arguments, which shows the help text.
    public init() {}

    /// Runs the command that the arguments of this process name, and ends the process with its exit code.
    public static func runAsProgram() async -> Never {
        Foundation.exit(await run(Array(CommandLine.arguments.dropFirst()), on: .standard))
    }

    /// Runs the command that the arguments name, without the name of the program, and returns the exit code.
    ///
    /// A failure is one sentence on standard error, after `error:`.
    static func run(_ arguments: [String], on console: Console) async -> Int32 {
        do {
            var command = try parseAsRoot(arguments)
            if let command = command as? any ToolCommand {
                try await command.run(on: console)
            } else {
                try command.run()  // The help command, which throws its text.
            }
            return ExitCode.success.rawValue
        } catch is CancellationError {
            console.complain("Interrupted.")
            return 130
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            return show(error, on: console)
        }
    }

    /// Help and the version are written to standard output, everything else to standard error.
    private static func show(_ error: any Error, on console: Console) -> Int32 {
        let code = exitCode(for: error)
        switch code {
        case .success: console.raw(fullMessage(for: error) + "\n")
        case .validationFailure: console.complain(lines: fullMessage(for: error), name: nil)
        default: console.complain(lines: error.sentence, name: "error")
        }
        return code.rawValue
    }
}

/// A command of the tool. It writes to the console that it is given, so that a test can read what it writes.
protocol ToolCommand: AsyncParsableCommand {
    /// Throws `ExitCode.failure` when it has already said what it found, and any other error to have it shown.
    func run(on console: Console) async throws
}

extension ToolCommand {
    func run() async throws {
        try await run(on: .standard)
    }
}
