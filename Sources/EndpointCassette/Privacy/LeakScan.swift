extension Cassette {
    /// A place in a file that would have contained a secret, without the secret itself.
    public struct Leak: Hashable, Sendable {
        /// The label of the secret, such as `authorization`.
        public let label: String

        /// The place in the file, such as `entries[2].response.content.text`.
        public let path: String
    }
}

extension Cassette.Leak: CustomStringConvertible {
    /// `the value of authorization stands at entries[2].response.content.text`
    public var description: String { "the value of \(label) stands at \(path)" }
}

extension Redaction {
    /// A redaction that only replaces known secrets: those that the user has listed, and those of a table.
    func echoes(of table: PlaceholderTable) -> Redaction {
        withoutRules.keeping(values: table.kept).redacting(echoes: table.secrets)
    }
}

/// Searches a file for the secrets of a table before it is written, in any encoding: unchanged, in base64, in
/// hexadecimal, and in the unescaped text, up to four levels deep. Secrets that may occur anywhere by chance are left
/// out, see `SecretSearch`.
package struct LeakScan {
    private static let limit = 20

    private let redaction: Redaction
    private let labels: [String: String]
    /// The placeholders that the table has assigned: a label may be the value of a secret by chance.
    private let placeholders: Set<SecretPlaceholder>

    package init(_ table: PlaceholderTable, _ redaction: Redaction) {
        self.redaction = redaction.echoes(of: table)
        labels = Dictionary(table.secrets.map { ($0.secret, $0.label) }) { first, _ in first }
        placeholders = table.placeholders
    }

    /// A search for placeholders, and for other texts that replace secrets.
    init(placeholdersAnd texts: some Sequence<String>) {
        redaction = Redaction.off.redacting(values: ["{{secret:", "{{secret}}"] + texts)
        (labels, placeholders) = ([:], [])
    }

    /// The leaks in these bytes. `path` gives the place of a position.
    package func leaks(in bytes: [UInt8], path: (Int) -> String) -> [Cassette.Leak] {
        var leaks: [Cassette.Leak] = []
        for (position, secret) in places(in: bytes) where leaks.count < Self.limit {
            if SecretNumber.covers(position..<min(position + secret.utf8.count, bytes.count), in: bytes) { continue }
            let leak = Cassette.Leak(label: labels[secret] ?? "a named value", path: path(position))
            if !leaks.contains(leak) { leaks.append(leak) }
        }
        return leaks
    }

    /// The path, without keys that contain a secret themselves.
    func shown(_ path: String) -> String {
        places(in: Array(path.utf8)).isEmpty ? path : redaction.text(path)
    }

    private func places(in bytes: [UInt8]) -> [(position: Int, secret: String)] {
        redaction.places(ofValuesIn: bytes) { bytes, start in
            SecretPlaceholder.one(at: start, in: bytes).flatMap { placeholders.contains($0.0) ? $0.end : nil }
        }
    }
}
