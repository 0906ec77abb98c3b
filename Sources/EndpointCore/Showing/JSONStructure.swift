/// The structure of a JSON text: `{"id": number, "nome": string, "tags": [string × 3]}`.
///
/// The text is read once, and the output for a value has a bounded size. Of a truncated or broken text, the readable
/// part is described.
struct JSONStructure {
    /// How the structure is written.
    enum Style {
        /// For people to read: types in place of values.
        case types
        /// As JSON of the same structure: `"{{string}}"`, `0` and `false` in place of values.
        case placeholders
    }

    private let redaction: Redaction
    private let style: Style
    /// Whether the text comes from a server that addresses developers.
    private let speaks: Bool
    private var names: [String: String?] = [:]
    private var spokenCount = 0
    private(set) var isBroken = false

    private static let deepest = 6
    private static let mostNames = 256
    private static let mostSpoken = 16
    private var mostMembers: Int { style == .types ? 24 : 200 }
    private var mostElements: Int { style == .types ? 3 : 100 }
    private var longest: Int { style == .types ? 2_000 : 50_000 }

    init(_ redaction: Redaction, _ style: Style, speaks: Bool) {
        (self.redaction, self.style, self.speaks) = (redaction, style, speaks)
    }

    /// The structure. Afterwards, ``isBroken`` is true if a part of the text could not be read.
    mutating func text(of body: Data) -> String {
        let text = try? JSONParser.reading(body) { parser in
            let text = value(&parser, .silent, 0)
            guard !isBroken, (try? parser.end()) == nil else { return text }
            isBroken = true
            return "\(text) …"
        }
        return text ?? ""
    }

    private mutating func value(_ parser: inout JSONParser, _ place: SpokenValue.Place, _ depth: Int) -> String {
        switch try? parser.peek() {
        case UInt8(ascii: "{")? where depth < Self.deepest: return object(&parser, place, depth)
        case UInt8(ascii: "[")? where depth < Self.deepest: return array(&parser, place, depth)
        default:
            guard let node = try? parser.value() else {
                isBroken = true
                return style == .types ? "…" : "null"
            }
            return scalar(node, place)
        }
    }
}

extension JSONStructure {
    private struct Broken: Error {}

    private mutating func object(_ parser: inout JSONParser, _ place: SpokenValue.Place, _ depth: Int) -> String {
        var members = Pieces(most: mostMembers, longest: longest)
        do {
            try parser.members { key, parser in
                guard !members.isFull else { return members.skip(try parser.value()) }
                let value = value(&parser, SpokenValue.place(named: key, in: place), depth + 1)
                members.append("\(name(key)): \(value)")
                if isBroken { throw Broken() }
            }
        } catch {
            isBroken = true
        }
        return "{\(text(members))}"
    }

    private mutating func array(_ parser: inout JSONParser, _ place: SpokenValue.Place, _ depth: Int) -> String {
        var elements = Pieces(most: mostElements, longest: longest)
        do {
            try parser.elements { parser in
                guard !elements.isFull else { return elements.skip(try parser.value()) }
                let isNested = try parser.peek() == UInt8(ascii: "{") || parser.peek() == UInt8(ascii: "[")
                elements.append(value(&parser, isNested ? .silent : place, depth + 1))
                if isBroken { throw Broken() }
            }
        } catch {
            isBroken = true
        }
        return "[\(text(elements))]"
    }

    private func text(_ pieces: Pieces) -> String {
        guard style == .types else { return pieces.repeated }
        return pieces.counted + (isBroken && !pieces.counted.hasSuffix("…") ? ", …" : "")
    }

    /// The name of a member in quotes, or a mark for one that may be data. Only a limited number of names is examined.
    private mutating func name(_ key: String) -> String {
        let shown: String?
        if let known = names[key] {
            shown = known
        } else if names.count < Self.mostNames, key.utf8.count < 200 {
            shown = redaction.shownName(key)
            names[key] = .some(shown)
        } else {
            shown = nil
        }
        return "\"\(shown ?? (style == .types ? "…" : "{{name}}"))\""
    }

    private mutating func scalar(_ node: JSONNode, _ place: SpokenValue.Place) -> String {
        if let spoken = spoken(node, place) { return spoken }
        return switch (node, style) {
        case (.null, _): "null"
        case (.bool, .types): "boolean"
        case (.bool, .placeholders): "false"
        case (.number, .types): "number"
        case (.number, .placeholders): "0"
        case (.string, .types): "string"
        case (.string, .placeholders): "\"{{string}}\""
        case (.array(let elements), .types): elements.isEmpty ? "[]" : "[…]"
        case (.object(let members), .types): members.isEmpty ? "{}" : "{…}"
        case (.array, .placeholders): "[]"
        case (.object, .placeholders): "{}"
        }
    }

    /// The value, if it is one addressed to developers; nil otherwise.
    private mutating func spoken(_ node: JSONNode, _ place: SpokenValue.Place) -> String? {
        guard speaks, place != .silent, spokenCount < Self.mostSpoken else { return nil }
        let shown: String? =
            switch (node, place) {
            case (.number(let text), _): SpokenValue.isShortNumber(text) ? text : nil
            case (.string(let text), .message(let name)): said(text, name)
            case (.string(let text), .code(let name)): SpokenValue.isCode(text) ? said(text, name) : nil
            case (.string(let text), .errors(let name)): SpokenValue.isRemark(text) ? said(text, name) : nil
            default: nil
            }
        if shown != nil { spokenCount += 1 }
        return shown
    }

    private func said(_ text: String, _ name: String) -> String {
        let quoted = redaction.spoken(text, under: name)
        guard style == .placeholders, quoted.first == "\"" else { return quoted }
        return "\"\(String(decoding: JSONString.escaped(Array(quoted.dropFirst().dropLast().utf8)), as: UTF8.self))\""
    }
}

/// The members of an object or the elements of an array; equal ones are merged and counted.
private struct Pieces {
    private var texts: [(text: String, count: Int)] = []
    private var length = 0
    private var skipped = 0
    private let most: Int
    private let longest: Int

    init(most: Int, longest: Int) { (self.most, self.longest) = (most, longest) }

    var isFull: Bool { texts.count == most && skipped > 0 || length > longest }

    mutating func append(_ text: String) {
        if texts.last?.text == text { return texts[texts.count - 1].count += 1 }
        guard texts.count < most else { return skipped += 1 }
        texts.append((text, 1))
        length += text.utf8.count
    }

    mutating func skip(_ node: JSONNode) { skipped += 1 }

    /// `string × 3, … 2 more`
    var counted: String {
        let shown = texts.map { $0.count > 1 ? "\($0.text) × \($0.count)" : $0.text }
        return (shown + (skipped > 0 ? ["… \(skipped) more"] : [])).joined(separator: ", ")
    }

    /// All of them, up to a limit.
    var repeated: String {
        texts.flatMap {
            Array(repeating: $0.text, count: min($0.count, max(1, longest / max(1, $0.text.utf8.count) / 4)))
        }
        .prefix(most).joined(separator: ", ")
    }
}
