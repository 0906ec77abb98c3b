import EndpointCassette

/// A type that the module declares.
struct Model: Hashable, Sendable {
    /// The qualified name: `Book`, `Book.Kind`.
    let name: String
    var doc: [String]
    var kind: Kind

    enum Kind: Hashable, Sendable {
        case structure([Property])
        /// An open set of texts.
        case enumeration([Case])
        /// One of several types, which a member of the JSON names.
        case union(discriminator: String, [Variant])
    }

    /// A member of the JSON and the property that holds it.
    struct Property: Hashable, Sendable {
        let key: String
        let name: String
        var type: SwiftType
        var doc: [String] = []
    }

    /// A text of an open set, with the name of its constant.
    struct Case: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// One of the types of a union.
    struct Variant: Hashable, Sendable {
        let name: String
        let value: String
        let type: SwiftType
    }
}

extension Model {
    /// The last part of the name.
    var shortName: String { Self.shortName(of: name) }

    static func shortName(of name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    /// The name of the type around it; nil for a type of its own file.
    var parent: String? {
        let parts = name.split(separator: ".")
        return parts.count > 1 ? parts.dropLast().joined(separator: ".") : nil
    }

    var properties: [Property] {
        if case .structure(let properties) = kind { return properties }
        return []
    }

    /// The type of its identifier; nil if it has none.
    var idType: SwiftType? {
        guard let type = properties.first(where: { $0.name == "id" })?.type, [.string, .integer].contains(type) else {
            return nil
        }
        return type
    }
}

/// The declared types by name.
struct ModelTable: Sendable {
    private(set) var models: [Model] = []
    private var places: [String: Int] = [:]
    private var children: [String: [Int]] = [:]

    subscript(name: String) -> Model? { places[name].map { models[$0] } }

    mutating func add(_ model: Model) {
        places[model.name] = models.count
        if let parent = model.parent { children[parent, default: []].append(models.count) }
        models.append(model)
    }

    mutating func replace(_ model: Model) {
        if let place = places[model.name] { models[place] = model }
    }

    /// The model of a type, through optionals; nil for a type that the module does not declare.
    func model(of type: SwiftType) -> Model? {
        switch type {
        case .named(let name): self[name]
        case .optional(let wrapped), .indirect(let wrapped): model(of: wrapped)
        default: nil
        }
    }

    /// The types that stand in the files of other types.
    func nested(in name: String) -> [Model] { (children[name] ?? []).map { models[$0] } }
}

extension ModelTable {
    /// The properties that are any JSON because their type could not be found, with the reasons, in sentences.
    var notesOnUnknown: [String] {
        let notes = models.flatMap { model in
            model.properties.compactMap { property -> String? in
                let type = property.type.unwrapped
                guard type == .json || type == .array(.json), property.doc.last != Schema.allowsAnything else {
                    return nil
                }
                let reason = property.doc.last ?? "Its values were of different types."
                return "\(model.name).\(property.name) is any JSON: \(reason.continuingSentence)"
            }
        }
        let shown = notes.prefix(20)
        let rest = notes.count - shown.count
        return shown + (rest == 0 ? [] : ["\(rest) more of the properties are any JSON. Their comments say why."])
    }
}
