import Foundation

/// Where the tool writes. Control characters of a text are replaced, because a server or a file may contain them to
/// disturb a terminal.
struct Console: Sendable {
    /// A colour or weight of a whole line. It is written only to a terminal, and never with `NO_COLOR`.
    enum Style: String, Sendable {
        case good = "32"
        case warning = "33"
        case bad = "31"
        case faint = "2"
        case bold = "1"
    }

    /// A stream on which text appears.
    struct Stream: Sendable {
        /// Whether it is a terminal on which a line can be written again.
        var isRewritable = false
        var hasColors = false
        /// Writes text unchanged.
        var write: @Sendable (String) -> Void
    }

    let output: Stream
    let errors: Stream

    /// Writes one line to standard output.
    func line(_ text: String = "", _ style: Style? = nil) {
        output.line(text, style)
    }

    /// Writes a text of one or more lines to standard output.
    func line(lines text: String) {
        text.components(separatedBy: "\n").forEach { line($0) }
    }

    /// Writes text that the tool itself made to standard output, unchanged: a document, help, or JSON.
    func raw(_ text: String) {
        output.write(text)
    }

    /// Writes one line to standard error.
    func complain(_ text: String, _ style: Style? = nil) {
        errors.line(text, style)
    }

    /// Writes a text of one or more lines to standard error, after a name and a colon.
    func complain(lines text: String, name: String?) {
        let lines = text.components(separatedBy: "\n")
        complain((name.map { "\($0): " } ?? "") + lines[0], name == nil ? nil : .bad)
        lines.dropFirst().forEach { complain($0) }
    }
}

extension Console.Stream {
    /// Writes one line.
    func line(_ text: String, _ style: Console.Style? = nil) {
        let text = Self.harmless(text)
        guard hasColors, let style, !text.isEmpty else { return write(text + "\n") }
        write("\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m\n")
    }

    /// The text with a replacement for each control character.
    static func harmless(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Error {
    /// What went wrong, for people.
    var sentence: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}

extension Console {
    /// Standard output and standard error. Write errors are ignored: a pipe whose reader has closed must not crash the
    /// program.
    static let standard = Console(output: Stream(.standardOutput), errors: Stream(.standardError))
}

extension Console.Stream {
    fileprivate init(_ handle: FileHandle) {
        let (isTerminal, environment) = (isatty(handle.fileDescriptor) == 1, ProcessInfo.processInfo.environment)
        self.init(
            isRewritable: isTerminal && Self.hasEscapeSequences(environment),
            hasColors: isTerminal && Self.allowsColors(environment),
            write: { try? handle.write(contentsOf: Data($0.utf8)) })
    }

    /// Whether the environment allows colours on a terminal: `NO_COLOR` with any value but an empty one forbids them, a
    /// terminal without escape sequences does not have them.
    static func allowsColors(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && hasEscapeSequences(environment)
    }

    /// Whether a terminal can rewrite a line. `NO_COLOR` is about colours only.
    static func hasEscapeSequences(_ environment: [String: String]) -> Bool { environment["TERM"] != "dumb" }
}
