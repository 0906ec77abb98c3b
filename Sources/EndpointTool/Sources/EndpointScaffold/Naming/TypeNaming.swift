/// Gives the schemas of a module their names in Swift, and makes its models of them.
struct TypeNaming {
    private(set) var table = ModelTable()
    private(set) var notes: [String] = []
    private let roots: [String: RootSchema]
    private let prefix: String
    private var names: [String: String] = [:]
    private var taken: NameTable

    /// - Parameter reserved: More names that the types cannot have, such as that of the module.
    init(_ roots: [RootSchema], prefix: String, reserved: [String] = []) {
        self.roots = Dictionary(roots.map { ($0.key, $0) }) { first, _ in first }
        self.prefix = prefix
        taken = NameTable(taken: ReservedNames.types.union(reserved).subtracting(["APIError"]))
        for root in roots where isDeclared(root.schema) {
            let wanted = SwiftName.upper(root.name)
            let name = taken.name(wanted, prefix + wanted, prefix + wanted + "Model")
            names[root.key] = name
            if name != wanted, SwiftName.upper(root.key) == wanted {
                notes.append("The type of \"\(root.name)\" is called \(name), because there is another \(wanted).")
            }
        }
        for root in roots {
            guard let name = names[root.key] else { continue }
            declare(root.schema, name: name, doc: root.doc)
        }
        breakCycles()
    }

    /// The name of the type of a root; nil if it has none, because it is no struct.
    func name(ofRoot key: String) -> String? { names[key] }

    /// The type for a schema at a place that has no name of its own.
    ///
    /// - Parameter name: The name that the type gets if it has to be declared: in the type `parent`, or with a file of
    ///   its own.
    mutating func type(of schema: Schema, in parent: String?, named name: String) -> SwiftType {
        type(of: schema, parent, name, depth: 0)
    }

    private func isDeclared(_ schema: Schema) -> Bool {
        switch schema {
        case .object(let members): !members.isEmpty
        case .enumeration, .union: true
        default: false
        }
    }

    private mutating func type(of schema: Schema, _ parent: String?, _ name: String, depth: Int) -> SwiftType {
        guard depth < 60 else { return .json }
        switch schema {
        case .any: return .json
        case .bool: return .bool
        case .integer: return .integer
        case .number: return .number
        case .string: return .string
        case .date: return .date
        case .url: return .url
        case .binary: return .data
        case .array(let element): return .array(type(of: element, parent, Noun.singular(name), depth: depth + 1))
        case .map(let value): return .dictionary(type(of: value, parent, Noun.singular(name), depth: depth + 1))
        case .object(let members) where members.isEmpty: return .dictionary(.json)
        case .object, .enumeration, .union: return declared(schema, parent, name)
        case .reference(let key):
            if let name = names[key] { return .named(name) }
            guard let root = roots[key] else { return .json }
            return type(of: root.schema, parent, name, depth: depth + 1)
        }
    }

    /// Declares a type for a place, inside the type around it if there is one.
    private mutating func declared(_ schema: Schema, _ parent: String?, _ name: String) -> SwiftType {
        let wanted = SwiftName.upper(name)
        guard let parent else {
            let name = taken.name(wanted, prefix + wanted, prefix + wanted + "Model")
            declare(schema, name: name, doc: [])
            return .named(name)
        }
        var short =
            ReservedNames.nested.contains(wanted) || parent.hasSuffix(".\(wanted)") || parent == wanted
                || wanted == prefix ? wanted + "Value" : wanted
        if wanted == "Type" || wanted == "Protocol" { short = wanted == "Type" ? "Kind" : "ProtocolValue" }
        var number = 2
        var full = "\(parent).\(short)"
        while table[full] != nil {
            full = "\(parent).\(short)\(number)"
            number += 1
        }
        declare(schema, name: full, doc: [])
        return .named(full)
    }

    private mutating func declare(_ schema: Schema, name: String, doc: [String]) {
        switch schema {
        case .object(let members):
            table.add(Model(name: name, doc: doc, kind: .structure([])))
            table.replace(Model(name: name, doc: doc, kind: .structure(properties(members, of: name))))
        case .enumeration(let values):
            var constants = NameTable(taken: ["rawValue", "self", "init", "hashValue", "Type"])
            let cases = values.map { value in
                let name = SwiftName.lower(value.isEmpty ? "empty" : value)
                return Model.Case(name: constants.name(name, name + "Value"), value: value)
            }
            table.add(Model(name: name, doc: doc, kind: .enumeration(cases)))
        case .union(let discriminator, let variants):
            var constants = NameTable(taken: ["other", "self", "init"])
            let cases = variants.map { variant in
                let type = type(of: .reference(variant.reference), name, variant.value, depth: 0)
                let label = SwiftName.lower(variant.value)
                return Model.Variant(name: constants.name(label, label + "Value"), value: variant.value, type: type)
            }
            table.add(Model(name: name, doc: doc, kind: .union(discriminator: discriminator, cases)))
        default: break
        }
    }

    private mutating func properties(_ members: [Schema.Member], of name: String) -> [Model.Property] {
        var labels = NameTable(
            taken: ["self", "init", "hashValue", "hash", "encode"] + (name == "APIError" ? ["exchange"] : []))
        // The identifier comes first, wherever the server writes it.
        let ordered = members.filter { $0.key == "id" } + members.filter { $0.key != "id" }
        return ordered.map { member in
            var type = type(of: member.schema, name, member.key, depth: 0)
            if member.isOptional { type = type.asOptional }
            let label = SwiftName.lower(member.key)
            var doc = member.doc
            if let reason = reason(of: member.schema), !doc.contains(reason) { doc.append(reason) }
            return Model.Property(key: member.key, name: labels.name(label, label + "Value"), type: type, doc: doc)
        }
    }

    /// Why the value or the elements of an array are any JSON; nil if they are not.
    private func reason(of schema: Schema, depth: Int = 0) -> String? {
        guard depth < 60 else { return nil }
        switch schema {
        case .any(let reason): return reason
        case .array(let element): return reason(of: element, depth: depth + 1)
        case .reference(let key):
            return names[key] == nil ? roots[key].flatMap { reason(of: $0.schema, depth: depth + 1) } : nil
        default: return nil
        }
    }
}

extension TypeNaming {
    /// A struct cannot contain itself. The properties that would lead back to their own struct get a reference.
    private mutating func breakCycles() {
        let cycles = ContainmentCycles(table)
        for model in table.models {
            guard case .structure(let properties) = model.kind else { continue }
            let changed = properties.map { property -> Model.Property in
                guard let target = ContainmentCycles.contained(property.type), cycles.areInOne(model.name, target)
                else {
                    return property
                }
                var property = property
                property.type =
                    property.type.isOptional
                    ? .optional(.indirect(property.type.unwrapped)) : .indirect(property.type)
                return property
            }
            if changed != properties {
                table.replace(Model(name: model.name, doc: model.doc, kind: .structure(changed)))
            }
        }
    }
}

/// Which structs contain each other, directly or through others: the strongly connected components of a graph (Tarjan).
private struct ContainmentCycles {
    private var components: [String: Int] = [:]
    private var selfContained: Set<String> = []
    private var indices: [String: Int] = [:]
    private var lows: [String: Int] = [:]
    private var stack: [String] = []
    private var onStack: Set<String> = []
    private var count = 0

    init(_ table: ModelTable) {
        for model in table.models where indices[model.name] == nil { visit(model.name, table) }
    }

    /// Whether a value of each of the two types could contain one of the other.
    func areInOne(_ first: String, _ second: String) -> Bool {
        first == second
            ? selfContained.contains(first) : components[first] != nil && components[first] == components[second]
    }

    /// The type that is stored within a value of the type. An array stores its elements elsewhere.
    static func contained(_ type: SwiftType) -> String? {
        switch type {
        case .named(let name): name
        case .optional(let wrapped): contained(wrapped)
        default: nil
        }
    }

    private mutating func visit(_ name: String, _ table: ModelTable) {
        (indices[name], lows[name]) = (count, count)
        count += 1
        stack.append(name)
        onStack.insert(name)
        for next in table[name]?.properties.compactMap({ Self.contained($0.type) }) ?? [] {
            if next == name { selfContained.insert(name) }
            if indices[next] == nil {
                visit(next, table)
                lows[name] = min(lows[name] ?? 0, lows[next] ?? 0)
            } else if onStack.contains(next) {
                lows[name] = min(lows[name] ?? 0, indices[next] ?? 0)
            }
        }
        guard lows[name] == indices[name] else { return }
        while let last = stack.popLast() {
            onStack.remove(last)
            components[last] = indices[name]
            if last == name { break }
        }
    }
}
