import EndpointTesting
import HouseholdAPI

@testable import Household

/// The output of a program, recorded instead of shown.
struct RecordedConsole: Sendable {
    private let texts = Locked((output: "", errors: ""))

    var output: String { texts.withLock { $0.output } }
    var errors: String { texts.withLock { $0.errors } }
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// A console that writes to this record.
    func console(isTerminal: Bool = false) -> Console {
        Console(
            isTerminal: isTerminal,
            output: { text in texts.withLock { $0.output += text } },
            errors: { text in texts.withLock { $0.errors += text } })
    }

    /// Runs the program with these arguments.
    func run(_ arguments: String...) async -> ExitCode {
        await Program(console: console()).run(arguments)
    }
}

extension Book {
    static let sample = Book(id: "1", title: "Momo", author: "Michael Ende")

    /// ``sample`` as the server sends it.
    static let sampleJSON = #"{"id": "1", "title": "Momo", "author": "Michael Ende"}"#
}
