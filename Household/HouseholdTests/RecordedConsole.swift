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
}
