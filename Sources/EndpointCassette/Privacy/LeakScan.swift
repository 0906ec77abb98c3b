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
/// It searches for every secret of the table as it is, in hexadecimal digits, and in base64 at each of its three alignments, in both
/// alphabets. It searches the bytes, the bytes without up to four layers of JSON escapes, and each of these without
/// percent-encoding, once and twice undone, without character references, and without base64. What may stand anywhere by chance is left
/// out, see `SecretSearch`: values of fewer than six bytes, and plain words and numbers beside a name that makes no secret by itself.
struct LeakScan {
    private static let limit = 20
    private static let layers = 4

    private var patterns = SecretPatterns()
    private var base64 = SecretPatterns()
    private var hexadecimal = SecretPatterns()

    private static let base64Bytes = ByteSet.alphanumerics.union("+/-_")
    /// Six bytes, base64 twice, without padding.
    private static let shortestBase64 = 11

    init(_ table: PlaceholderTable, _ redaction: Redaction) {
        let kept = redaction.keptValues.union(table.kept)
        for secret in redaction.namedValues {
            add(FoundLeak(secret: secret, label: "a named value", isNumber: false), .anywhere)
        }
        for (secret, label, isNumber) in table.secrets {
            let search = SecretSearch(of: secret, label: label, isNumber: isNumber, keeping: kept)
            add(FoundLeak(secret: secret, label: label, isNumber: isNumber), search)
        }
    }

    /// A search for placeholders, and for other texts that stand for secrets.
    static func placeholders(and texts: some Sequence<String>) -> LeakScan {
        var scan = LeakScan(PlaceholderTable(), .standard)
        for text in ["{{secret:", "{{secret}}"] + texts {
            scan.add(FoundLeak(secret: text, label: "a placeholder", isNumber: false), .anywhere)
        }
        return scan
    }

    private mutating func add(_ found: FoundLeak, _ search: SecretSearch) {
        if case .none = search { return }
        let bytes = Array(found.secret.utf8)
        if case .word = search { patterns.add(bytes, found, asWord: true) } else { patterns.add(bytes, found) }
        for form in SearchPattern.hex(bytes) { hexadecimal.add(form.bytes, found) }
        for form in (0..<3).flatMap({ SearchPattern.base64(bytes, offset: $0) }) { base64.add(form.bytes, found) }
    }

    /// The leaks in these bytes. `path` gives the place of a position.
    func leaks(in bytes: [UInt8], path: (Int) -> String) -> [Leak] {
        found(in: bytes, path: path).map(\.leak)
    }

    /// The leaks in these bytes, each with its secret.
    func found(in bytes: [UInt8], path: (Int) -> String) -> [(leak: Leak, found: FoundLeak)] {
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

    /// Looks through the last stage, and then through what the encodings mean in it.
    private func search(
        _ stages: [[UInt8]], _ encodings: [TextEncoding], _ path: (Int) -> String
    ) -> [(leak: Leak, found: FoundLeak)] {
        let plain = stages[stages.count - 1]
        let origin = { path(Self.origin(of: $0, stages, encodings)) }
        var leaks = found(in: plain, encodings.isEmpty ? "as it is" : "escaped", origin)
        if leaks.isEmpty { leaks = foundInBase64(plain, origin) }
        for (encoding, name) in [(TextEncoding.percent, "percent-encoded"), (.references, "in character references")] {
            guard leaks.isEmpty, plain.contains(encoding.mark) else { continue }
            let once = encoding.undone(plain).bytes
            leaks = found(in: once, name) { path(Self.origin(of: $0, stages, encodings + [encoding])) }
            guard leaks.isEmpty, once.contains(encoding.mark), once.count < plain.count else { continue }
            leaks = found(in: encoding.undone(once).bytes, name) {
                path(Self.origin(of: $0, stages + [once], encodings + [encoding, encoding]))
            }
        }
        return leaks
    }

    private func found(
        in bytes: [UInt8], _ encoding: String, _ path: (Int) -> String
    ) -> [(leak: Leak, found: FoundLeak)] {
        [(patterns, encoding), (base64, "base64"), (hexadecimal, "in hexadecimal digits")].flatMap {
            patterns, encoding in
            patterns.matches(in: bytes, limit: Self.limit).map { position, found in
                (Leak(label: found.label, path: path(position), encoding: encoding), found)
            }
        }
    }

    /// Looks through what each run of base64 means, at its four alignments, for what is base64 twice.
    private func foundInBase64(_ bytes: [UInt8], _ path: (Int) -> String) -> [(leak: Leak, found: FoundLeak)] {
        var position = bytes.next(Self.base64Bytes, from: 0, to: bytes.count)
        while position < bytes.count {
            let end = bytes.end(of: Self.base64Bytes, from: position, to: bytes.count)
            if end - position >= Self.shortestBase64 {
                for start in position..<position + 4 {
                    let leaks = base64.matches(in: Self.decoded(bytes[start..<end]), limit: 1).map { _, found in
                        (Leak(label: found.label, path: path(start), encoding: "base64 twice"), found)
                    }
                    if !leaks.isEmpty { return leaks }
                }
            }
            position = bytes.next(Self.base64Bytes, from: end, to: bytes.count)
        }
        return []
    }

    /// The bytes that base64 in either alphabet means, with padding or without.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var padded = text.map { byte -> UInt8 in
            byte == 0x2D ? UInt8(ascii: "+") : byte == 0x5F ? .slash : byte
        }
        if padded.count % 4 == 1 { padded.removeLast() }
        padded += [UInt8](repeating: .equals, count: (4 - padded.count % 4) % 4)
        return Data(base64Encoded: Data(padded)).map(Array.init) ?? []
    }

    private static func origin(of position: Int, _ stages: [[UInt8]], _ encodings: [TextEncoding]) -> Int {
        encodings.indices.reversed().reduce(position) { position, index in
            encodings[index].undone(stages[index], limit: position).consumed
        }
    }
}

/// A secret that stands somewhere, and what it is called.
struct FoundLeak: Hashable {
    let secret: String
    let label: String
    /// Whether it was written as a number.
    let isNumber: Bool
}

/// Many byte strings that are searched for at once, in a time that does not depend on how many there are.
private struct SecretPatterns {
    private static let prefix = 6

    /// By their first six bytes, and then by their lengths.
    private var secrets: [UInt64: [Int: [ArraySlice<UInt8>: (found: FoundLeak, isWord: Bool)]]] = [:]
    private var filter = [Bool](repeating: false, count: 1 << 16)

    var isEmpty: Bool { secrets.isEmpty }

    mutating func add(_ pattern: [UInt8], _ found: FoundLeak, asWord isWord: Bool = false) {
        guard pattern.count >= Self.prefix else { return }
        let key = Self.key(pattern, 0)
        filter[Self.slot(key)] = true
        secrets[key, default: [:]][pattern.count, default: [:]][pattern[...]] = (found, isWord)
    }

    /// Where a pattern stands, and its secret; at most so many. Within a number that stands for a secret none does.
    func matches(in bytes: [UInt8], limit: Int) -> [(position: Int, found: FoundLeak)] {
        guard bytes.count >= Self.prefix, !isEmpty else { return [] }
        var found: [(Int, FoundLeak)] = []
        var key = Self.key(bytes, 0)
        for position in 0...(bytes.count - Self.prefix) {
            if position > 0 { key = (key << 8 | UInt64(bytes[position + Self.prefix - 1])) & 0xFFFF_FFFF_FFFF }
            if filter[Self.slot(key)], let secret = secret(of: key, in: bytes, at: position) {
                found.append((position, secret))
                if found.count == limit { break }
            }
        }
        return found
    }

    private func secret(of key: UInt64, in bytes: [UInt8], at position: Int) -> FoundLeak? {
        secrets[key]?.lazy.compactMap { length, patterns -> FoundLeak? in
            let range = position..<position + length
            guard range.upperBound <= bytes.count, let (found, isWord) = patterns[bytes[range]] else { return nil }
            if isWord, range.lowerBound > 0, bytes[range.lowerBound - 1].isAlphanumeric { return nil }
            if isWord, range.upperBound < bytes.count, bytes[range.upperBound].isAlphanumeric { return nil }
            return SecretNumber.covers(range, in: bytes) ? nil : found
        }.first
    }

    private static func key(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        (0..<prefix).reduce(0) { $0 << 8 | UInt64(bytes[position + $1]) }
    }

    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}
