/// The value of a parameter as text: as a whole, as the elements of a list, and as the members of an object.
struct TextParts: Hashable {
    struct Member: Hashable {
        let name: String
        let text: String
    }

    let whole: String
    let elements: [String]
    private let pairs: [Member]?

    /// Nil if the text is no list of names and values.
    var members: [(name: String, text: String)]? { pairs?.map { ($0.name, $0.text) } }

    /// Whether the members have been items of their own, so that there is no other reading.
    let isObject: Bool

    init(whole: String, elements: [String], members: [(name: String, text: String)]? = nil) {
        (self.whole, self.elements, isObject) = (whole, elements, false)
        pairs = members?.map { Member(name: $0.name, text: $0.text) }
    }

    /// An object whose members are items of their own.
    init(members: [(name: String, text: String)]) {
        (whole, elements, isObject) = ("", [], true)
        pairs = members.map { Member(name: $0.name, text: $0.text) }
    }

    /// The parts of a text whose elements are separated by some characters, before its percent-encoding is decoded.
    init(_ raw: Substring, separatedBy separator: String, isExplodedObject: Bool, _ decoded: (Substring) -> String) {
        let pieces = raw.isEmpty ? [] : raw.split(separator: separator, omittingEmptySubsequences: false)
        isObject = false
        whole = decoded(raw)
        elements = pieces.map(decoded)
        if isExplodedObject {
            pairs = pieces.map { piece in
                let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Member(name: decoded(sides[0]), text: sides.count > 1 ? decoded(sides[1]) : "")
            }
        } else if pieces.count.isMultiple(of: 2) {
            pairs = stride(from: 0, to: pieces.count, by: 2).map {
                Member(name: decoded(pieces[$0]), text: decoded(pieces[$0 + 1]))
            }
        } else {
            pairs = nil
        }
    }
}

/// The value of a variable in a path: `simple`, `label` or `matrix`.
struct PathText {
    private let raw: Substring
    private let parameter: OpenAPIDocument.Parameter

    init(_ raw: Substring, of parameter: OpenAPIDocument.Parameter) {
        (self.raw, self.parameter) = (raw, parameter)
    }

    func parts(isObject: Bool) -> TextParts {
        let isExploded = isObject && parameter.explodes
        switch parameter.style {
        case .label:
            let text = raw.hasPrefix(".") ? raw.dropFirst() : raw
            let separator = parameter.explodes || !text.contains(",") ? "." : ","
            return TextParts(
                text, separatedBy: separator, isExplodedObject: isExploded, PercentEncoding.lenientlyDecoded)
        case .matrix:
            let text = raw.hasPrefix(";") ? raw.dropFirst() : raw
            if isExploded {
                return TextParts(text, separatedBy: ";", isExplodedObject: true, PercentEncoding.lenientlyDecoded)
            }
            let prefix = "\(parameter.name)="
            let values = text.split(separator: ";").map { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0 }
            return TextParts(
                values.joined(separator: ",")[...], separatedBy: ",", isExplodedObject: false,
                PercentEncoding.lenientlyDecoded)
        default: return TextParts(raw, separatedBy: ",", isExplodedObject: isExploded, PercentEncoding.lenientlyDecoded)
        }
    }
}

/// The value of a header field: `simple`, without percent-encoding.
struct HeaderText {
    private let value: String

    init(_ value: String) { self.value = value }

    func parts(isObject: Bool, _ explodes: Bool) -> TextParts {
        TextParts(value[...], separatedBy: ",", isExplodedObject: isObject && explodes) {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// The items of a query or a form, of which each parameter takes its own.
struct QueryText {
    private struct Item {
        let name: String
        let raw: Substring
    }

    private var items: [Item]

    /// Reads the items of a query, or of a form.
    init(_ query: Substring) {
        items = query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: Self.decoded(sides[0]), raw: sides.count > 1 ? sides[1] : "")
        }
    }

    /// Removes the items of another query.
    mutating func drop(namesIn query: Substring) {
        let names = Set(QueryText(query).names)
        items.removeAll { names.contains($0.name) }
    }

    /// The names of the items that are left, each once.
    var names: [String] {
        items.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }

    /// The items that are left, in order.
    var pairs: [(name: String, text: String)] { items.map { ($0.name, Self.decoded($0.raw)) } }

    /// Removes the items of a parameter; nil if there are none.
    ///
    /// - Parameter members: The members of an object, which are items of their own if the object is exploded.
    /// - Parameter takesRest: Whether the object can have members of any name.
    mutating func take(
        _ parameter: OpenAPIDocument.Parameter, isObject: Bool, members: Set<String> = [], takesRest: Bool = false
    ) -> TextParts? {
        if parameter.style == .deepObject { return takeDeep(parameter.name) }
        if isObject, parameter.style == .form, parameter.explodes {
            return takeMembers { takesRest || members.contains($0) }
        }
        let own = remove { $0 == parameter.name }
        guard let first = own.first else { return nil }
        if own.count > 1 || parameter.explodes {
            return TextParts(whole: Self.decoded(first.raw), elements: own.map { Self.decoded($0.raw) })
        }
        var raw = String(first.raw)
        switch parameter.style {
        case .spaceDelimited: raw = raw.replacing("%20", with: ",").replacing("+", with: ",")
        case .pipeDelimited: raw = raw.replacing("%7C", with: ",").replacing("%7c", with: ",").replacing("|", with: ",")
        default: break
        }
        let parts = TextParts(raw[...], separatedBy: ",", isExplodedObject: false, Self.decoded)
        return TextParts(whole: Self.decoded(first.raw), elements: parts.elements, members: parts.members)
    }

    private mutating func takeMembers(_ isMember: (String) -> Bool) -> TextParts? {
        let own = remove(isMember)
        guard !own.isEmpty else { return nil }
        return TextParts(members: own.map { ($0.name, Self.decoded($0.raw)) })
    }

    /// `filter[author]=Ende`
    private mutating func takeDeep(_ name: String) -> TextParts? {
        let own = remove { $0.hasPrefix("\(name)[") && $0.hasSuffix("]") }
        guard !own.isEmpty else { return nil }
        return TextParts(
            members: own.map { (String($0.name.dropFirst(name.count + 1).dropLast()), Self.decoded($0.raw)) })
    }

    private mutating func remove(_ isOwn: (String) -> Bool) -> [Item] {
        defer { items.removeAll { isOwn($0.name) } }
        return items.filter { isOwn($0.name) }
    }

    private static func decoded(_ text: Substring) -> String { PercentEncoding.repairForm(Array(text.utf8)[...]) }
}
