// Reads the keywords of one schema. A value that a keyword cannot have is a problem, and the keyword is ignored.
extension SchemaCompiler {
    mutating func compile(_ place: SchemaPlace) -> SchemaSet.Schema {
        var schema = SchemaSet.Schema(resource: place.resource)
        switch place.node {
        case .bool(true): break
        case .bool(false): schema.keywords = [.never]
        case .object(let members):
            schema.name = Self.name(of: place)
            schema.isReadOnly = flag("readOnly", place)
            schema.isWriteOnly = flag("writeOnly", place)
            let isOnlyReference = place.dialect.isOpenAPI30 && place.node["$ref"] != nil
            let read = isOnlyReference ? members.filter { $0.key == "$ref" } : members
            schema.keywords = Self.ordered(
                read.filter { place.dialect.has($0.key) }.compactMap { keyword($0.key, $0.value, place) })
        default: report("", place, "The schema is \(place.node.spoken), not an object.")
        }
        return schema
    }

    /// Types first, because they explain most, and what needs the judgement of others last.
    private static func ordered(_ keywords: [SchemaKeyword]) -> [SchemaKeyword] {
        func rank(_ keyword: SchemaKeyword) -> Int {
            switch keyword {
            case .nullable: 0
            case .type: 1
            case .unevaluatedItems, .unevaluatedProperties: 3
            default: 2
            }
        }
        return (0...3).flatMap { wanted in keywords.filter { rank($0) == wanted } }
    }

    private static func name(of place: SchemaPlace) -> String? {
        let parts = place.location.pointer.split(separator: "/")
        if parts.count >= 2, parts[parts.count - 2] == "schemas" || parts[parts.count - 2] == "$defs" {
            return String(parts[parts.count - 1])
        }
        return place.node["title"]?.string
    }

    private mutating func keyword(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> SchemaKeyword? {
        switch key {
        case "$ref": return target(key, value, place).map { .reference($0) }
        case "$dynamicRef": return dynamicReference(value, place)
        case "type": return types(value, place).map { .type($0) }
        case "enum": return array(key, value, place).map { .values($0.map(\.canonical)) }
        case "const": return .values([value.canonical])
        case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum": return bound(key, value, place)
        case "multipleOf": return number(key, value, place).map { .multipleOf($0, value.numberText) }
        case "minLength": return count(key, value, place).map { .minLength($0) }
        case "maxLength": return count(key, value, place).map { .maxLength($0) }
        case "minItems": return count(key, value, place).map { .minItems($0) }
        case "maxItems": return count(key, value, place).map { .maxItems($0) }
        case "minProperties": return count(key, value, place).map { .minProperties($0) }
        case "maxProperties": return count(key, value, place).map { .maxProperties($0) }
        case "uniqueItems": return flag(key, place) ? .uniqueItems : nil
        case "nullable": return flag(key, place) ? .nullable : nil
        case "pattern": return string(key, value, place).flatMap { pattern($0, key, place) }.map { .pattern($0) }
        case "required": return strings(key, value, place).map { .required($0) }
        case "dependentRequired": return dependentRequired(value, place)
        default: return applicator(key, value, place)
        }
    }

    private mutating func applicator(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> SchemaKeyword? {
        switch key {
        case "prefixItems": return .items(prefix: list(key, place), rest: child("items", place))
        case "items" where place.node["prefixItems"] == nil || !place.dialect.has("prefixItems"):
            return .items(prefix: [], rest: child(key, place))
        case "contains": return contains(place)
        case "properties", "patternProperties", "additionalProperties": return members(key, place)
        case "propertyNames": return child(key, place).map { .propertyNames($0) }
        case "dependentSchemas": return .dependentSchemas(map(key, place))
        case "allOf": return .allOf(list(key, place))
        case "anyOf", "oneOf": return alternatives(key, place)
        case "discriminator": return inheritance(place)
        case "not": return child(key, place).map { .not($0) }
        case "if":
            return child(key, place).map {
                .conditional($0, then: child("then", place), else: child("else", place))
            }
        case "unevaluatedItems": return child(key, place).map { .unevaluatedItems($0) }
        case "unevaluatedProperties": return child(key, place).map { .unevaluatedProperties($0) }
        default: return nil
        }
    }
}

// Keywords whose values need care.
extension SchemaCompiler {
    private mutating func types(_ value: JSONNode, _ place: SchemaPlace) -> [JSONType]? {
        let names: [JSONNode]
        if case .array(let list) = value, !place.dialect.isOpenAPI30 { names = list } else { names = [value] }
        let types = names.map { $0.string.flatMap(JSONType.init) }
        guard let wrong = types.firstIndex(where: { $0 == nil }) else { return types.compactMap(\.self) }
        let shown = names[wrong].string.map { "\"\($0)\"" } ?? names[wrong].spoken
        report("type", place, "\"type\" is \(shown), which is no type.")
        return nil
    }

    private mutating func bound(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> SchemaKeyword? {
        let isLower = key.hasSuffix("inimum")
        var isExclusive = key.hasPrefix("exclusive")
        // Documents of OpenAPI 3.1 often still have the Booleans of 3.0.
        if place.dialect.isOpenAPI30 || place.dialect.isOpenAPI && value.bool != nil {
            if isExclusive {
                _ = flag(key, place)
                return nil
            }
        }
        if place.dialect.isOpenAPI, !isExclusive {
            isExclusive = flag(isLower ? "exclusiveMinimum" : "exclusiveMaximum", place, reports: false)
        }
        guard let bound = number(key, value, place) else { return nil }
        return isLower
            ? .minimum(bound, value.numberText, isExclusive: isExclusive)
            : .maximum(bound, value.numberText, isExclusive: isExclusive)
    }

    private mutating func contains(_ place: SchemaPlace) -> SchemaKeyword? {
        guard let index = child("contains", place) else { return nil }
        func limit(_ key: String) -> Int? {
            guard place.dialect.has(key), let value = place.node[key] else { return nil }
            return count(key, value, place)
        }
        return .contains(index, minimum: limit("minContains") ?? 1, maximum: limit("maxContains"))
    }

    /// The three keywords about members, at the first of them.
    private mutating func members(_ key: String, _ place: SchemaPlace) -> SchemaKeyword? {
        let keys = ["properties", "patternProperties", "additionalProperties"]
        guard let first = keys.first(where: { place.dialect.has($0) && place.node[$0] != nil }), first == key else {
            return nil
        }
        var patterns: [(SchemaPattern, Int)] = []
        if place.dialect.has("patternProperties") {
            for (text, index) in map("patternProperties", place).sorted(by: { $0.key < $1.key }) {
                guard let pattern = pattern(text, "patternProperties", place) else { continue }
                patterns.append((pattern, index))
            }
        }
        return .members(map("properties", place), patterns: patterns, rest: child("additionalProperties", place))
    }

    private mutating func dependentRequired(_ value: JSONNode, _ place: SchemaPlace) -> SchemaKeyword? {
        guard case .object(let members) = value else {
            report("dependentRequired", place, "\"dependentRequired\" is \(value.spoken), not an object.")
            return nil
        }
        let pairs = members.compactMap { member in
            strings("dependentRequired", member.value, place).map { (member.key, $0) }
        }
        return .dependentRequired(Dictionary(pairs) { $1 })
    }

    private mutating func dynamicReference(_ value: JSONNode, _ place: SchemaPlace) -> SchemaKeyword? {
        guard let text = value.string, let index = target("$dynamicRef", value, place) else { return nil }
        let anchor = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        guard let anchor, isDynamicAnchor(index, named: String(anchor)) else { return .reference(index) }
        return .dynamicReference(index, anchor: String(anchor))
    }

    private mutating func alternatives(_ key: String, _ place: SchemaPlace) -> SchemaKeyword? {
        let indices = list(key, place)
        guard place.dialect.isOpenAPI, let discriminator = place.node["discriminator"],
            let member = discriminator["propertyName"]?.string
        else { return .alternatives(indices, isExclusive: key == "oneOf", nil) }
        var schemas = mapping(of: discriminator, place)
        for (index, node) in zip(indices, elements(key, place)) {
            guard let name = node["$ref"]?.string?.split(separator: "/").last.map(String.init) else { continue }
            schemas[name] = schemas[name] ?? index
        }
        return .alternatives(
            indices, isExclusive: key == "oneOf", SchemaDiscriminator(member: member, schemas: schemas))
    }

    /// A discriminator without alternatives: the schemas that consist of this one are meant.
    private mutating func inheritance(_ place: SchemaPlace) -> SchemaKeyword? {
        guard let discriminator = place.node["discriminator"] else { return nil }
        guard let member = discriminator["propertyName"]?.string else {
            report("discriminator", place, "The discriminator has no \"propertyName\".")
            return nil
        }
        if place.node["oneOf"] != nil || place.node["anyOf"] != nil { return nil }
        var schemas = mapping(of: discriminator, place)
        for (name, schema) in heirs[place.location.pointer] ?? [] where schemas[name] == nil {
            schemas[name] = index(
                of: schema.json, Location(document: place.location.document, pointer: schema.pointer),
                in: place.resource)
        }
        return .discriminator(SchemaDiscriminator(member: member, schemas: schemas))
    }

    /// The schemas that a discriminator maps values to, by references or by names of components.
    private mutating func mapping(of discriminator: JSONNode, _ place: SchemaPlace) -> [String: Int] {
        guard case .object(let members)? = discriminator["mapping"] else { return [:] }
        let pairs = members.compactMap { member -> (String, Int)? in
            guard let text = member.value.string else { return nil }
            let isName = !text.contains("/") && !text.contains("#") && !text.contains(".")
            let reference = isName ? "#/components/schemas/\(text)" : text
            let pointer = place.location.pointer + "/discriminator/mapping/" + member.key
            return index(referringTo: reference, from: place.resource, at: pointer).map { (member.key, $0) }
        }
        return Dictionary(pairs) { $1 }
    }
}

// Values by their types.
extension SchemaCompiler {
    private mutating func report(_ key: String, _ place: SchemaPlace, _ sentence: String) {
        let pointer = key.isEmpty ? place.location.pointer : JSONPointer.appending(key, to: place.location.pointer)
        problems.append("\(pointer): \(sentence)")
    }

    private mutating func reportType(_ key: String, _ value: JSONNode, _ place: SchemaPlace, _ expected: String) {
        report(key, place, "\"\(key)\" is \(value.spoken), not \(expected).")
    }

    private mutating func target(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> Int? {
        guard let text = string(key, value, place) else { return nil }
        let pointer = JSONPointer.appending(key, to: place.location.pointer)
        return index(referringTo: text, from: place.resource, at: pointer)
    }

    private mutating func child(_ key: String, _ place: SchemaPlace) -> Int? {
        guard place.dialect.has(key) || key == "then" || key == "else", let node = place.node[key] else { return nil }
        return index(of: node, place.below(key), in: place.resource)
    }

    private mutating func elements(_ key: String, _ place: SchemaPlace) -> [JSONNode] {
        guard let value = place.node[key] else { return [] }
        return array(key, value, place) ?? []
    }

    private mutating func list(_ key: String, _ place: SchemaPlace) -> [Int] {
        elements(key, place).enumerated().map { index(of: $1, place.below(key, String($0)), in: place.resource) }
    }

    private mutating func map(_ key: String, _ place: SchemaPlace) -> [String: Int] {
        guard let value = place.node[key] else { return [:] }
        guard case .object(let members) = value else {
            reportType(key, value, place, "an object")
            return [:]
        }
        let pairs = members.map { ($0.key, index(of: $0.value, place.below(key, $0.key), in: place.resource)) }
        return Dictionary(pairs) { $1 }
    }

    private mutating func array(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> [JSONNode]? {
        if case .array(let elements) = value { return elements }
        reportType(key, value, place, "an array")
        return nil
    }

    private mutating func strings(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> [String]? {
        guard let elements = array(key, value, place) else { return nil }
        if let wrong = elements.first(where: { $0.string == nil }) {
            report(key, place, "\"\(key)\" contains \(wrong.spoken), not only strings.")
        }
        return elements.compactMap(\.string)
    }

    private mutating func string(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> String? {
        if value.string == nil { reportType(key, value, place, "a string") }
        return value.string
    }

    private mutating func number(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> DecimalNumber? {
        if case .number(let text) = value { return DecimalNumber(text) }
        reportType(key, value, place, "a number")
        return nil
    }

    private mutating func count(_ key: String, _ value: JSONNode, _ place: SchemaPlace) -> Int? {
        if case .number(let text) = value, let count = JSONNumber.integer(text), count >= 0 { return Int(count) }
        reportType(key, value, place, "an integer of at least 0")
        return nil
    }

    private mutating func flag(_ key: String, _ place: SchemaPlace, reports: Bool = true) -> Bool {
        guard place.dialect.has(key), let value = place.node[key] else { return false }
        if value.bool == nil, reports { reportType(key, value, place, "true or false") }
        return value.bool ?? false
    }

    private mutating func pattern(_ text: String, _ key: String, _ place: SchemaPlace) -> SchemaPattern? {
        if let pattern = SchemaPattern(text) { return pattern }
        let pointer = JSONPointer.appending(key, to: place.location.pointer)
        notes.append("\(pointer): The pattern \(text) cannot be carried out, so nothing is compared with it.")
        return nil
    }
}

extension SchemaPlace {
    fileprivate func below(_ keys: String...) -> SchemaCompiler.Location {
        let pointer = keys.reduce(location.pointer) { JSONPointer.appending($1, to: $0) }
        return SchemaCompiler.Location(document: location.document, pointer: pointer)
    }
}

extension JSONNode {
    /// The text of a number; empty if this is none.
    fileprivate var numberText: String {
        if case .number(let text) = self { text } else { "" }
    }
}
