/// What a programmer can do about a body that a decoder cannot decode, where the body shows it: the strategies of the
/// decoder, and `contentKey`.
struct DecodingAdvice {
    let body: Data
    let root: JSONNode?
    let decoding: FailedDecoding?

    /// What to do about a member that is missing in the object at a path.
    func missing(_ key: any CodingKey, at path: [any CodingKey]) -> String {
        let name = key.stringValue
        guard case .object(let members) = root?.node(at: path) else { return "" }
        guard let found = members.map(\.key).first(where: { $0.isSpelling(of: name) }) else {
            return nest(at: path).map { ", but not in its \"\($0)\": see `contentKey`" } ?? ""
        }
        let converted = found.convertedFromSnakeCase
        let isConverting = found == name || decoding?.convertsFromSnakeCase == true
        if isConverting { return "; keyDecodingStrategy reads the body's \"\(found)\" as \"\(converted)\": name it so" }
        return "; the body has \"\(found)\": "
            + (converted == name ? "set keyDecodingStrategy" : "name it so in CodingKeys")
    }

    /// What to do about a value of another type at a path.
    func mismatch(_ expected: Any.Type, at path: [any CodingKey]) -> String {
        if let strategy = DateForm(root?.node(at: path))?.strategy(expected, decoding) { return ": \(strategy)" }
        return nest(at: path).map { ": it has \"\($0)\", see `contentKey`" } ?? ""
    }

    /// The name of the one member that is the content, if there is one.
    private func nest(at path: [any CodingKey]) -> String? {
        guard path.isEmpty, let names = decoding?.namesOfContent(body), names.count == 1 else { return nil }
        return names.first
    }
}

/// A decoding that has failed and can be tried with other bodies.
struct FailedDecoding {
    /// The decoder's error for a body; nil if it can be decoded.
    let error: (_ body: Data) -> (any Error)?

    /// The names of the members of a body each of which is a content by itself; none if the endpoint reads whole
    /// bodies.
    let namesOfContent: (_ body: Data) -> [String]

    /// Whether the decoder changes keys from snake case to camel case.
    let convertsFromSnakeCase: Bool

    /// Whether the decoder reads dates from texts.
    let readsDatesFromTexts: Bool

    init<Model: Decodable>(of type: Model.Type, by decoder: JSONDecoder, mayBeNested: Bool) {
        error = { body in
            do {
                _ = try decoder.decode(type, from: body)
                return nil
            } catch {
                return error
            }
        }
        namesOfContent = { body in
            mayBeNested ? (try? decoder.decode(ContentMembers<Model>.self, from: body))?.names ?? [] : []
        }
        convertsFromSnakeCase = if case .convertFromSnakeCase = decoder.keyDecodingStrategy { true } else { false }
        readsDatesFromTexts =
            switch decoder.dateDecodingStrategy {
            case .deferredToDate, .secondsSince1970, .millisecondsSince1970: false
            default: true
            }
    }
}

/// The names of the members of an object that can be decoded as a content.
private struct ContentMembers<Content: Decodable>: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: DynamicCodingKey.self)
        names = members.allKeys.filter { (try? members.decode(Content.self, forKey: $0)) != nil }.map(\.stringValue)
    }
}

/// The forms in which APIs write dates.
private enum DateForm {
    /// `2001-01-01T00:00:00Z`
    case timestamp
    /// `2001-01-01T00:00:00.000Z`
    case fractional
    /// `2001-01-01`
    case day
    case seconds
    case milliseconds

    /// The form of a value that may be a date.
    init?(_ node: JSONNode?) {
        switch node {
        case .string(let text)?:
            let shape = String(text.prefix(20).map { $0.isNumber ? "0" : $0 })
            guard shape.hasPrefix("0000-00-00") else { return nil }
            if text.count == 10 {
                self = .day
            } else {
                self = text.contains(".") ? .fractional : .timestamp
            }
        case .number(let text)?:
            guard text.utf8.allSatisfy(\.isDigit), text.count == 10 || text.count == 13 else { return nil }
            self = text.count == 10 ? .seconds : .milliseconds
        default: return nil
        }
    }

    /// Which strategy reads this form, if another type was expected because of the decoder's strategy. A text is
    /// expected instead of a number in many places, so that only a decoder that reads dates from texts can be wrong.
    func strategy(_ expected: Any.Type, _ decoding: FailedDecoding?) -> String? {
        switch self {
        case .timestamp where expected is Double.Type:
            "set dateDecodingStrategy to .iso8601, which reads a date such as \"2001-01-01T00:00:00Z\""
        case .fractional where expected is Double.Type:
            "set dateDecodingStrategy to a .custom one that reads a date such as \"2001-01-01T00:00:00.000Z\""
        case .day where expected is Double.Type:
            "set dateDecodingStrategy to a .formatted one that reads a date such as \"2001-01-01\""
        case .seconds where expected is String.Type && decoding?.readsDatesFromTexts == true:
            "if it is a date, set dateDecodingStrategy to .secondsSince1970, which reads one such as 978307200"
        case .milliseconds where expected is String.Type && decoding?.readsDatesFromTexts == true:
            "if it is a date, set dateDecodingStrategy to .millisecondsSince1970, which reads one such as 978307200000"
        default: nil
        }
    }
}

extension String {
    /// Whether two names differ only in their case and their underscores.
    func isSpelling(of name: String) -> Bool { plain == name.plain }

    private var plain: String { filter { $0 != "_" }.lowercased() }

    /// The name as `convertFromSnakeCase` changes it: underscores at both ends stay.
    fileprivate var convertedFromSnakeCase: String {
        let start = prefix { $0 == "_" }, end = String(reversed().prefix { $0 == "_" })
        let words = split(separator: "_").map(String.init)
        guard words.count > 1, let first = words.first else { return self }
        return start + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + end
    }
}
