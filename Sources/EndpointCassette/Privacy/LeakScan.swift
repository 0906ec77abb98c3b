/// The last look at a file before it is written: does one of the secrets still stand in it, in whatever disguise?
///
/// Looked for is every secret of the ledger as it is, and in base64 at each of its three alignments, in both alphabets. Looked
/// through are the bytes, the bytes without up to four layers of JSON escapes, and each of these without percent-encoding.
/// Secrets of fewer than six bytes, and words of fewer than twelve letters such as `password`, are not looked for, because they
/// stand in every other file by chance.
struct LeakScan {
    private static let limit = 20
    private static let layers = 4

    private var patterns = SecretPatterns()
    private var base64 = SecretPatterns()

    init(_ ledger: PlaceholderTable, _ redaction: Redaction) {
        let named = redaction.namedValues.map { ($0, "a named value") }
        for (secret, label) in ledger.secrets + named where Self.isTelling(secret) {
            let bytes = Array(secret.utf8)
            patterns.add(bytes, label: label)
            for needle in (0..<3).flatMap({ SearchPattern.base64(bytes, offset: $0) }) {
                base64.add(needle.bytes, label: label)
            }
        }
    }

    /// The leaks in these bytes; the place of each is asked for by its position.
    func leaks(in bytes: [UInt8], path: (Int) -> String) -> [Leak] {
        guard !patterns.isEmpty else { return [] }
        var stages = [bytes]
        for layer in 0...Self.layers {
            let escapes = [TextEncoding](repeating: .escapes, count: layer)
            let leaks = search(stages, escapes, path)
            if !leaks.isEmpty { return leaks }
            let plain = TextEncoding.escapes.undone(stages[layer]).bytes
            if plain.count == stages[layer].count { break }
            stages.append(plain)
        }
        return []
    }

    /// Looks through the last stage, and then through what percent-encoding means in it.
    private func search(_ stages: [[UInt8]], _ disguises: [TextEncoding], _ path: (Int) -> String) -> [Leak] {
        let plain = stages[stages.count - 1]
        let leaks = found(in: plain, disguises.isEmpty ? "as it is" : "escaped") { position in
            path(Self.origin(of: position, stages, disguises))
        }
        guard leaks.isEmpty, plain.contains(.percent) else { return leaks }
        return found(in: TextEncoding.percent.undone(plain).bytes, "percent-encoded") { position in
            path(Self.origin(of: position, stages, disguises + [.percent]))
        }
    }

    private func found(in bytes: [UInt8], _ encoding: String, path: (Int) -> String) -> [Leak] {
        [(patterns, encoding), (base64, "base64")].flatMap { patterns, encoding in
            patterns.matches(in: bytes, limit: Self.limit).map { position, label in
                Leak(label: label, path: path(position), encoding: encoding)
            }
        }
    }

    private static func origin(of position: Int, _ stages: [[UInt8]], _ disguises: [TextEncoding]) -> Int {
        disguises.indices.reversed().reduce(position) { position, index in
            disguises[index].undone(stages[index], limit: position).consumed
        }
    }

    private static func isTelling(_ secret: String) -> Bool {
        let bytes = secret.utf8
        return bytes.count >= 12 || bytes.count >= 6 && !bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
}
