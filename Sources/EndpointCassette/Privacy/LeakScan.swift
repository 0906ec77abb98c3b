/// A place in a file at which a secret was to be written, without the secret itself.
public struct Leak: Hashable, Sendable {
    /// What the secret stands for, such as `authorization`.
    public let label: String

    /// The place in the file, such as `entries[2].response.content.text`.
    public let path: String

    /// How it is written there, such as `base64`.
    public let encoding: String
}

extension Leak: CustomStringConvertible {
    /// `the value of authorization stands at entries[2].response.content.text, base64`
    public var description: String { "the value of \(label) stands at \(path), \(encoding)" }
}

/// Searches a file for secrets before it is written, in whatever encoding.
///
/// It searches for every secret of the table as it is, and in base64 at each of its three alignments, in both
/// alphabets. It searches the bytes, the bytes without up to four layers of JSON escapes, and each of these without
/// percent-encoding. Secrets of fewer than six bytes, and words of fewer than twelve letters such as `password`, are
/// left out: they stand in many files by chance.
struct LeakScan {
    private static let limit = 20
    private static let layers = 4

    private var patterns = SecretPatterns()
    private var base64 = SecretPatterns()

    init(_ table: PlaceholderTable, _ redaction: Redaction) {
        let named = redaction.namedValues.map { ($0, "a named value") }
        for (secret, label) in table.secrets + named where Self.isRare(secret) { add(secret, label: label) }
    }

    /// A search for placeholders, and for other texts that stand for secrets.
    static func placeholders(and texts: some Sequence<String>) -> LeakScan {
        var scan = LeakScan(PlaceholderTable(), .standard)
        for text in ["{{secret:", "{{secret}}"] + texts { scan.add(text, label: "a placeholder") }
        return scan
    }

    private mutating func add(_ secret: String, label: String) {
        let bytes = Array(secret.utf8)
        patterns.add(bytes, label: label)
        for form in (0..<3).flatMap({ SearchPattern.base64(bytes, offset: $0) }) {
            base64.add(form.bytes, label: label)
        }
    }

    /// The leaks in these bytes. `path` gives the place of a position.
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
    private func search(_ stages: [[UInt8]], _ encodings: [TextEncoding], _ path: (Int) -> String) -> [Leak] {
        let plain = stages[stages.count - 1]
        let leaks = found(in: plain, encodings.isEmpty ? "as it is" : "escaped") { position in
            path(Self.origin(of: position, stages, encodings))
        }
        guard leaks.isEmpty, plain.contains(.percent) else { return leaks }
        return found(in: TextEncoding.percent.undone(plain).bytes, "percent-encoded") { position in
            path(Self.origin(of: position, stages, encodings + [.percent]))
        }
    }

    private func found(in bytes: [UInt8], _ encoding: String, path: (Int) -> String) -> [Leak] {
        [(patterns, encoding), (base64, "base64")].flatMap { patterns, encoding in
            patterns.matches(in: bytes, limit: Self.limit).map { position, label in
                Leak(label: label, path: path(position), encoding: encoding)
            }
        }
    }

    private static func origin(of position: Int, _ stages: [[UInt8]], _ encodings: [TextEncoding]) -> Int {
        encodings.indices.reversed().reduce(position) { position, index in
            encodings[index].undone(stages[index], limit: position).consumed
        }
    }

    private static func isRare(_ secret: String) -> Bool {
        let bytes = secret.utf8
        return bytes.count >= 12 || bytes.count >= 6 && !bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
}

/// Many byte strings that are searched for at once, in a time that does not depend on how many there are.
private struct SecretPatterns {
    private static let prefix = 6

    /// By their first six bytes, and then by their lengths.
    private var labels: [UInt64: [Int: [ArraySlice<UInt8>: String]]] = [:]
    private var filter = [Bool](repeating: false, count: 1 << 16)

    var isEmpty: Bool { labels.isEmpty }

    mutating func add(_ pattern: [UInt8], label: String) {
        guard pattern.count >= Self.prefix else { return }
        let key = Self.key(pattern, 0)
        filter[Self.slot(key)] = true
        labels[key, default: [:]][pattern.count, default: [:]][pattern[...]] = label
    }

    /// Where a pattern stands, and its label; at most so many. Within a number that stands for a secret none does.
    func matches(in bytes: [UInt8], limit: Int) -> [(position: Int, label: String)] {
        guard bytes.count >= Self.prefix, !isEmpty else { return [] }
        var found: [(Int, String)] = []
        var key = Self.key(bytes, 0)
        for position in 0...(bytes.count - Self.prefix) {
            if position > 0 { key = (key << 8 | UInt64(bytes[position + Self.prefix - 1])) & 0xFFFF_FFFF_FFFF }
            if filter[Self.slot(key)], let label = label(of: key, in: bytes, at: position) {
                found.append((position, label))
                if found.count == limit { break }
            }
        }
        return found
    }

    private func label(of key: UInt64, in bytes: [UInt8], at position: Int) -> String? {
        labels[key]?.lazy.compactMap { length, patterns -> String? in
            let range = position..<position + length
            guard range.upperBound <= bytes.count, let label = patterns[bytes[range]] else { return nil }
            return SecretNumber.covers(range, in: bytes) ? nil : label
        }.first
    }

    private static func key(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        (0..<prefix).reduce(0) { $0 << 8 | UInt64(bytes[position + $1]) }
    }

    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}

/// A way to write bytes differently that the search undoes.
private enum TextEncoding {
    case escapes
    case percent

    /// The bytes that are meant, up to so many of them, and how many of the given ones that took.
    func undone(_ bytes: [UInt8], limit: Int = .max) -> (bytes: [UInt8], consumed: Int) {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        let mark: UInt8 = self == .percent ? .percent : .backslash
        let consumed = bytes.withUnsafeBufferPointer { buffer in
            var position = 0
            while position < buffer.count, plain.count < limit {
                if buffer[position] == mark, let (meaning, end) = meaning(at: position, bytes, buffer) {
                    plain.append(contentsOf: meaning)
                    position = end
                } else {
                    plain.append(buffer[position])
                    position += 1
                }
            }
            return position
        }
        return (plain, consumed)
    }

    private func meaning(
        at position: Int, _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>
    ) -> ([UInt8], end: Int)? {
        switch self {
        case .percent: return PercentEncoding.byte(in: bytes[...], at: position).map { ([$0], position + 3) }
        case .escapes:
            if let escape = JSONString.escape(at: position, in: buffer, to: buffer.count) {
                return (Array(String(escape.character).utf8), escape.end)
            }
            return position + 1 < buffer.count ? ([buffer[position + 1]], position + 2) : nil
        }
    }
}
