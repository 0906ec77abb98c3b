/// Writes a type of the module, with the types inside of it.
struct ModelFile {
    let models: ModelTable

    /// The whole file of a type.
    func text(of model: Model) -> String {
        var parts = [declaration(of: model, indent: 0)]
        add(nestedIn: model, to: &parts)
        let body = parts.joined(separator: "\n")
        // By bytes, because looking up the properties of each character takes most of the time of a large description.
        let words = Set(body.utf8.split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }.map { Substring($0) })
        let needsCore = !words.isDisjoint(with: ["Date", "URL", "Data", "JSONValue"])
        return (needsCore ? "import EndpointCore\n\n" : "") + body
    }

    private func add(nestedIn model: Model, to parts: inout [String]) {
        for nested in models.nested(in: model.name) {
            parts.append("extension \(model.name) {\n\(declaration(of: nested, indent: 4))}\n")
            add(nestedIn: nested, to: &parts)
        }
    }

    private func declaration(of model: Model, indent: Int) -> String {
        let text =
            switch model.kind {
            case .structure(let properties): structure(model, properties)
            case .enumeration(let cases): enumeration(model, cases)
            case .union(let discriminator, let variants): union(model, discriminator, variants)
            }
        return text.indented(by: indent)
    }

    private func structure(_ model: Model, _ properties: [Model.Property]) -> String {
        let isError = model.name == "APIError"
        var protocols = isError ? ["APIFailure", "Codable", "Hashable"] : ["Codable", "Hashable"]
        if model.idType != nil, !isError { protocols.append("Identifiable") }
        if !isError { protocols.append("Sendable") }
        var text = DocComment.text(model.doc, indent: 0)
        text += "public struct \(model.shortName): \(protocols.joined(separator: ", ")) {\n"
        let stored = StoredProperties(
            properties: properties.map {
                .init(
                    name: $0.name, type: Self.text(of: $0.type, in: model), isOptional: $0.type.isOptional,
                    isVariable: $0.name != "id" && !isError, doc: $0.doc)
            })
        text += stored.declarations
        if isError {
            text +=
                "\n    /// The request and the response, which are not part of the JSON.\n    public var exchange = FailedExchange()\n"
        }
        text += "\n" + stored.initializer
        text += codingKeys(properties)
        return text + "}\n"
    }

    /// The type as its own struct sees it: `Kind` in place of `Book.Kind`.
    private static func text(of type: SwiftType, in model: Model) -> String {
        let text = type.text
        guard let range = text.range(of: model.name + ".") else { return text }
        let before = text[..<range.lowerBound].last
        return before.map { $0.isLetter || $0.isNumber || $0 == "." } == true
            ? text : text.replacingCharacters(in: range, with: "")
    }

    /// The keys, where they are not the names of the properties.
    private func codingKeys(_ properties: [Model.Property]) -> String {
        guard properties.contains(where: { $0.key != $0.name }) else { return "" }
        let lines = properties.map { property in
            let name = SwiftName.escaped(property.name)
            return "        case \(name)"
                + (property.key == property.name ? "" : " = \(SwiftLiteral.string(property.key))") + "\n"
        }
        return "\n    private enum CodingKeys: String, CodingKey {\n\(lines.joined())    }\n"
    }

    private func enumeration(_ model: Model, _ cases: [Model.Case]) -> String {
        var text = DocComment.text(model.doc + ["An open set: the server may add to it."], indent: 0)
        text += "public struct \(model.shortName): RawRepresentable, Codable, Hashable, Sendable {\n"
        text += "    public let rawValue: String\n\n"
        text += "    public init(rawValue: String) {\n        self.rawValue = rawValue\n    }\n\n"
        for value in cases {
            text += "    public static let \(SwiftName.escaped(value.name)) = "
            text += "\(model.shortName)(rawValue: \(SwiftLiteral.string(value.value)))\n"
        }
        return text + "}\n"
    }

    private func union(_ model: Model, _ discriminator: String, _ variants: [Model.Variant]) -> String {
        let key = SwiftLiteral.string(discriminator)
        let property = SwiftName.lower(discriminator)
        let label = SwiftName.escaped(property)
        let doc =
            model.doc + ["One of several kinds, which `\(discriminator)` names. An unknown kind is kept as it is."]
        var text = DocComment.text(doc, indent: 0)
        text += "public indirect enum \(model.shortName): Codable, Hashable, Sendable {\n"
        for variant in variants { text += "    case \(SwiftName.escaped(variant.name))(\(variant.type.text))\n" }
        text += "    case other(JSONValue)\n\n"
        text += "    private enum CodingKeys: String, CodingKey {\n"
        text += "        case \(label)\(property == discriminator ? "" : " = \(key)")\n    }\n\n"
        text += "    public init(from decoder: any Decoder) throws {\n"
        text += "        let members = try decoder.container(keyedBy: CodingKeys.self)\n"
        text += "        switch try members.decodeIfPresent(String.self, forKey: .\(label)) {\n"
        for variant in variants {
            text += "        case \(SwiftLiteral.string(variant.value)): "
            text += "self = .\(SwiftName.escaped(variant.name))(try \(variant.type.text)(from: decoder))\n"
        }
        text += "        default: self = .other(try JSONValue(from: decoder))\n        }\n    }\n\n"
        text += "    public func encode(to encoder: any Encoder) throws {\n        switch self {\n"
        for variant in variants {
            text += "        case .\(SwiftName.escaped(variant.name))(let value): try value.encode(to: encoder)\n"
        }
        return text + "        case .other(let value): try value.encode(to: encoder)\n        }\n    }\n}\n"
    }
}

extension String {
    /// The text with blanks before each line that is not empty.
    func indented(by count: Int) -> String {
        guard count > 0 else { return self }
        let blanks = String(repeating: " ", count: count)
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
    }
}
