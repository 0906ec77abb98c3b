import EndpointClient

/// Where the program writes, line by line. Control characters, which might come from a server, do not reach a terminal.
struct Console: Sendable {
    /// Whether a line can be drawn over.
    let isTerminal: Bool

    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// A console on two functions that write text as it is.
    init(
        isTerminal: Bool, output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.output = output
        self.errors = errors
    }

    /// Writes one line.
    func line(_ text: String = "") {
        output(Self.harmless(text) + "\n")
    }

    /// Writes a text of several lines.
    func lines(_ text: String) {
        for text in text.components(separatedBy: "\n") { line(text) }
    }

    /// Writes lines behind a name, in the column where all of them stand.
    func field(_ name: String, _ lines: String...) {
        field(name, lines)
    }

    /// Writes lines behind a name, in the column where all of them stand.
    func field(_ name: String, _ lines: [String]) {
        for (index, text) in lines.enumerated() { line(Self.field(index == 0 ? name : "", text)) }
    }

    /// Draws one line behind a name, in place of the one that was drawn before.
    func redraw(_ name: String, _ text: String) {
        output("\r\u{1B}[K" + Self.harmless(Self.field(name, text)))
    }

    /// Writes one line to standard error.
    func complain(_ text: String) {
        errors(Self.harmless(text) + "\n")
    }

    private static func field(_ name: String, _ text: String) -> String {
        "   " + name.padding(toLength: 10, withPad: " ", startingAt: 0) + text
    }

    private static func harmless(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
