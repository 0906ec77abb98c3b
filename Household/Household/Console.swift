import EndpointClient

/// Where the program writes, line by line. Control characters are replaced, because a server may send them to disturb a
/// terminal.
struct Console: Sendable {
    /// Whether a line can be overwritten.
    let isTerminal: Bool

    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// A console on two functions that write text unchanged.
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

    /// Writes a name and, beside it, lines that all start in the same column.
    func field(_ name: String, _ lines: String...) {
        field(name, lines)
    }

    /// Writes a name and, beside it, lines that all start in the same column.
    func field(_ name: String, _ lines: [String]) {
        for (index, text) in lines.enumerated() { line(Self.field(index == 0 ? name : "", text)) }
    }

    /// Writes a name and a line over the previous ones. Only for a terminal.
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

extension Console {
    /// Standard output and standard error. Write errors are ignored: a pipe whose reader has closed must not crash the
    /// program.
    static let standard = Console(
        isTerminal: isatty(STDOUT_FILENO) == 1,
        output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        errors: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
}

/// Rows of cells as lines with aligned columns.
enum Table {
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in zip(row, widths).map(padded).joined(separator: "  ").trimmingBlanks }
    }

    private static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: width - cell.count)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}

extension BinaryInteger {
    /// This number of bytes for a person: `1 byte`, `2 bytes`.
    var inBytes: String { self == 1 ? "1 byte" : "\(self) bytes" }
}
