@_spi(EndpointTool) import EndpointCassette

/// A JSON value of a sample, to switch over. Members keep their order, and numbers their digits.
indirect enum Sample: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The text of the number.
    case number(String)
    case string(String)
    case array([Sample])
    case object([Member])

    struct Member: Hashable, Sendable {
        let key: String
        let value: Sample
    }
}

extension Sample {
    /// Nil if the data is no JSON.
    init?(json data: Data) {
        guard let document = JSONDocument(json: data) else { return nil }
        self.init(document)
    }

    /// The value of a document.
    init(_ document: JSONDocument) {
        if let text = document.string {
            self = .string(text)
        } else if let number = document.number {
            self = .number(number)
        } else if let value = document.bool {
            self = .bool(value)
        } else if let elements = document.elements {
            self = .array(elements.map(Sample.init))
        } else if let members = document.members {
            self = .object(members.map { Member(key: $0.key, value: Sample($0.value)) })
        } else {
            self = .null
        }
    }

    /// The value as a document, to be written.
    var document: JSONDocument {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let text): .number(text)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.document))
        case .object(let members): .object(members.map { ($0.key, $0.value.document) })
        }
    }
}

extension Sample {
    /// The JSON without blanks.
    var compact: String { document.compact }

    /// The JSON on several lines.
    var indented: String { document.indented }

    /// The value of a member; nil if there is none. Of equal keys the last counts, as for decoders.
    func member(_ key: String) -> Sample? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var members: [Member] {
        if case .object(let members) = self { return members }
        return []
    }

    var elements: [Sample] {
        if case .array(let elements) = self { return elements }
        return []
    }

    var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The text of a string, a number or a boolean, as a path or a query has it.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    var isNull: Bool { self == .null }

    var isObject: Bool {
        if case .object = self { return true }
        return false
    }

    var isArray: Bool {
        if case .array = self { return true }
        return false
    }

    var isNumber: Bool {
        if case .number = self { return true }
        return false
    }

    /// Whether it is a number without a fraction that fits 64 bits.
    var isInteger: Bool {
        if case .number(let token) = self { return Int64(token) != nil }
        return false
    }
}
