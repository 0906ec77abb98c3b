/// Finds what a redaction took out of a text, by laying the text before beside the text after.
///
/// A redaction changes nothing but the secrets, so the pieces between its gaps stand in the original in the same order.
struct RedactionGaps {
    /// What stood in a gap, and what stands before it.
    struct Gap {
        let secret: ArraySlice<UInt8>
        let before: ArraySlice<UInt8>
    }

    static let mark = Array("{{secret}}".utf8)

    /// The pieces of the redacted text that are not secret. There is one more of them than there are gaps.
    let pieces: [ArraySlice<UInt8>]

    /// What stood in each gap; nil where the two texts do not fit together.
    let gaps: [Gap]?

    init(original: [UInt8], redacted: [UInt8]) {
        pieces = Self.split(redacted)
        gaps = Self.gaps(in: original, between: pieces)
    }

    private static func split(_ redacted: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while let next = find(mark[...], in: redacted, from: start) {
            pieces.append(redacted[start..<next])
            start = next + mark.count
        }
        return pieces + [redacted[start...]]
    }

    private static func gaps(in original: [UInt8], between pieces: [ArraySlice<UInt8>]) -> [Gap]? {
        guard let first = pieces.first, let last = pieces.last, original.starts(with: first) else { return nil }
        var position = first.count
        var gaps: [Gap] = []
        for index in 1..<max(pieces.count, 1) {
            let isLast = index == pieces.count - 1
            let next = isLast ? original.count - last.count : find(pieces[index], in: original, from: position + 1)
            guard let next, next > position, next + pieces[index].count <= original.count else { return nil }
            gaps.append(Gap(secret: original[position..<next], before: original[..<position].suffix(2048)))
            position = next + pieces[index].count
        }
        return position == original.count && original.suffix(last.count).elementsEqual(last) ? gaps : nil
    }

    private static func find(_ piece: ArraySlice<UInt8>, in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = piece.first else { return start <= bytes.count ? start : nil }
        var position = start
        while position + piece.count <= bytes.count {
            if bytes[position] == first, bytes[position..<position + piece.count].elementsEqual(piece) {
                return position
            }
            position += 1
        }
        return nil
    }
}

extension RedactionGaps.Gap {
    /// The name of the field that the secret is the value of, if one stands before it: `token=`, `"token": "`, `token: `.
    var name: String? {
        let marks = Array("=:\"' ".utf8)
        let tail = before.reversed().prefix { marks.contains($0) }
        guard tail.contains(UInt8(ascii: "=")) || tail.contains(UInt8(ascii: ":")) else { return nil }
        let name = before.dropLast(tail.count).reversed().prefix {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
        }
        return name.isEmpty ? nil : String(decoding: name.reversed(), as: UTF8.self)
    }

    /// The last JSON key before the secret, which may be a number in an array: `"pins": [1, `.
    var key: String? {
        var position = before.endIndex
        while let colon = before[..<position].lastIndex(of: .colon) {
            let name = before[..<colon].dropLast(while: \.isSpace)
            if name.last == .quote {
                let text = name.dropLast().reversed().prefix { $0 != .quote }
                return String(decoding: text.reversed(), as: UTF8.self)
            }
            position = colon
        }
        return nil
    }

    /// Whether the secret is the value of a JSON key and no text: `"pin": `.
    var isJSONValue: Bool {
        let name = before.dropLast(while: \.isSpace)
        return name.last == .colon && name.dropLast().dropLast(while: \.isSpace).last == .quote
    }

    /// The number, array or object that the secret is; in a text its end may hold punctuation of the JSON around it.
    var value: (node: JSONNode, rest: String)? {
        let punctuation = secret.first == UInt8(ascii: "{") || secret.first == UInt8(ascii: "[") ? "" : ",]}"
        let bytes = secret.dropLast { punctuation.utf8.contains($0) }
        switch JSONParser.node(Data(bytes)) {
        case .string?, .bool?, .null?, nil: return nil
        case let node?: return (node, String(decoding: secret[bytes.endIndex...], as: UTF8.self))
        }
    }

    /// Whether the secret stands in a URL, which a placeholder must not cut in two with its `#`.
    var isInURL: Bool {
        let word = before.reversed().prefix { !$0.isSpace && $0 != .quote && $0 != UInt8(ascii: "<") }.reversed()
        return word.contains(UInt8(ascii: "?")) || !Array(word).ranges(of: "://".utf8).isEmpty
    }

    /// The secret itself, however it is escaped.
    var text: String {
        PercentForm.decoded(Substring(decoding: secret, as: UTF8.self))
    }
}

extension ArraySlice<UInt8> {
    fileprivate func dropLast(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[..<(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)]
    }
}
