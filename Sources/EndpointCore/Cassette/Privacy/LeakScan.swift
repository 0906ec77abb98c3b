/// The last look at a file before it is written: does one of the secrets still stand in it, in whatever disguise?
///
/// Looked for is every secret of the ledger as it is, and in base64 at each of its three alignments, in both alphabets; looked
/// through are the bytes, the bytes without their JSON escapes, those without a second layer of them, and each of these without
/// percent-encoding. Secrets of fewer than six bytes, and words of fewer than twelve letters such as `password`, are
/// not looked for, because they stand in every other file by chance.
struct LeakScan {
    private static let limit = 20

    private var patterns = SecretPatterns()
    private var base64 = SecretPatterns()

    init(_ ledger: SecretLedger, _ redaction: Redaction) {
        let named = redaction.values.texts.map { ($0, "a named value") }
        for (secret, label) in ledger.secrets + named where Self.isTelling(secret) {
            let bytes = Array(secret.utf8)
            patterns.add(bytes, label: label)
            for needle in (0..<3).flatMap({ Needle.base64(bytes, offset: $0) }) { base64.add(needle.bytes, label: label) }
        }
    }

    /// The leaks in these bytes; the place of each is asked for by its position.
    func leaks(in bytes: [UInt8], path: (Int) -> String) -> [Leak] {
        guard !patterns.isEmpty else { return [] }
        var leaks: [Leak] = []
        for disguises: [Disguise] in [[], [.escapes], [.escapes, .escapes]] {
            for last: [Disguise] in [[], [.percent]] {
                leaks += search(bytes, disguises + last, path)
                if !leaks.isEmpty { return leaks }
            }
        }
        return leaks
    }

    private func search(_ bytes: [UInt8], _ disguises: [Disguise], _ path: (Int) -> String) -> [Leak] {
        var stages = [bytes]
        for disguise in disguises {
            let plain = disguise.undone(stages[stages.count - 1]).bytes
            if plain.count == stages[stages.count - 1].count { return [] }
            stages.append(plain)
        }
        let name = disguises.isEmpty ? "as it is" : disguises.last == .percent ? "percent-encoded" : "escaped"
        let plain = stages[stages.count - 1]
        return [(patterns, name), (base64, "base64")].flatMap { patterns, name in
            patterns.matches(in: plain, limit: Self.limit).map { position, label in
                Leak(label: label, path: path(Self.origin(of: position, stages, disguises)), encoding: name)
            }
        }
    }

    private static func origin(of position: Int, _ stages: [[UInt8]], _ disguises: [Disguise]) -> Int {
        disguises.indices.reversed().reduce(position) { position, index in
            disguises[index].undone(stages[index], limit: position).consumed
        }
    }

    private static func isTelling(_ secret: String) -> Bool {
        let bytes = secret.utf8
        return bytes.count >= 12 || bytes.count >= 6 && !bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
}
