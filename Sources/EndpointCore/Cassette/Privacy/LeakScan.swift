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

    init(_ ledger: SecretLedger) {
        for (secret, label) in ledger.secrets where Self.isTelling(secret) {
            let bytes = Array(secret.utf8)
            patterns.add(bytes, label: label)
            for form in Self.base64Forms(of: bytes) { base64.add(form, label: label) }
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

    /// The characters that are certain wherever the secret stands within the encoded bytes.
    private static func base64Forms(of secret: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset -> [[UInt8]] in
            let padded = Data([UInt8](repeating: 0, count: offset) + secret)
            let certain = padded.base64EncodedString().utf8.prefix(padded.count * 8 / 6).dropFirst(offset == 0 ? 0 : offset + 1)
            let urlSafe = certain.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
            return Array(Set([Array(certain), urlSafe]))
        }
    }
}
