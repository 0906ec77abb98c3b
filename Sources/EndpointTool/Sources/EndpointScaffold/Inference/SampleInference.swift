import EndpointCassette

/// Infers schemas from values, and finds the objects that are one type in several places.
struct SampleInference {
    /// The samples of each type with a file of its own, by name, in the order in which the names were added.
    private(set) var names: [String] = []
    private var samples: [String: [Sample]] = [:]

    /// Which type the objects at a place have: `Event/book` is a `Book`.
    private var references: [String: String] = [:]
    private let strings: StringInference

    init(_ strings: StringInference) {
        self.strings = strings
    }

    /// Adds samples of a type.
    mutating func add(_ values: [Sample], to name: String) {
        if samples[name] == nil { names.append(name) }
        samples[name, default: []] += values
    }

    /// Makes the objects at a place, whose samples have already been added, be of a type.
    mutating func refer(_ path: String, to name: String) {
        references[path] = name
    }

    /// The sample with the most values: it has the most of the optional members.
    func bestSample(of name: String) -> Sample? {
        func score(_ sample: Sample) -> Int { sample.members.count { !$0.value.isNull && $0.value != .array([]) } }
        let all = samples[name] ?? []
        return all.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }?.element
    }

    /// A type whose objects have nearly the same keys, if they are many.
    func type(withKeys keys: Set<String>) -> String? {
        guard keys.count >= 5 else { return nil }
        return names.first { $0 != "APIError" && Self.areAlike(keys, self.keys(of: $0).all, share: 0.85) }
    }

    /// The keys of a type's samples, and those that all of them have.
    func keys(of name: String) -> (all: Set<String>, common: Set<String>) { Self.keys(samples[name] ?? []) }

    static func keys(_ objects: [Sample]) -> (all: Set<String>, common: Set<String>) {
        let sets = objects.filter(\.isObject).map { Set($0.members.map(\.key)) }
        guard let first = sets.first else { return ([], []) }
        return (sets.reduce(first) { $0.union($1) }, sets.reduce(first) { $0.intersection($1) })
    }

    /// Whether objects with these keys could be of one type: most of their keys are the same.
    static func areAlike(_ first: Set<String>, _ second: Set<String>, share: Double) -> Bool {
        let union = first.union(second)
        return !union.isEmpty && Double(first.intersection(second).count) >= share * Double(union.count)
    }
}

extension SampleInference {
    /// Finds objects inside of others that are of a type which has a file, and types that occur in several others.
    mutating func shareTypes() {
        for _ in 0..<4 {
            var places: [NestedPlace] = []
            for name in names {
                for value in samples[name] ?? [] { collect(value, name, key: name, into: &places, depth: 0) }
            }
            let groups = Dictionary(grouping: places, by: \.path)
            let isChanged = refer(groups) || promote(groups)
            if !isChanged { return }
        }
    }

    private struct NestedPlace {
        let path: String
        let key: String
        let value: Sample
    }

    /// All objects below a value, each with its place, down to those that are of another type.
    private func collect(
        _ value: Sample, _ path: String, key: String, into places: inout [NestedPlace], depth: Int
    ) {
        guard depth < 40 else { return }
        switch value {
        case .object(let members):
            if depth > 0 {
                places.append(NestedPlace(path: path, key: key, value: value))
                if references[path] != nil { return }
            }
            let isMap = isMap([value])
            for member in members {
                let step = isMap ? "*" : member.key
                collect(member.value, "\(path)/\(step)", key: isMap ? key : member.key, into: &places, depth: depth + 1)
            }
        case .array(let elements):
            for element in elements {
                collect(element, path, key: Noun.singular(key), into: &places, depth: max(depth, 1))
            }
        case .null, .bool, .number, .string: return
        }
    }

    /// Makes places refer to types that have the same keys.
    private mutating func refer(_ groups: [String: [NestedPlace]]) -> Bool {
        var isChanged = false
        for path in groups.keys.sorted() where references[path] == nil {
            guard let group = groups[path], !isMap(group.map(\.value)) else { continue }
            let keys = Self.keys(group.map(\.value)).all
            let name = SwiftName.upper(Noun.singular(group[0].key))
            let best = names.first { root in
                let isNamed = root == name || root.hasSuffix(name)
                let share = isNamed ? 0.6 : 0.8
                return (isNamed && !keys.isEmpty || keys.count >= 4)
                    && Self.areAlike(keys, self.keys(of: root).all, share: share)
            }
            guard let best else { continue }
            references[path] = best
            add(group.map(\.value), to: best)
            isChanged = true
        }
        return isChanged
    }

    /// Gives objects that occur in two types under one key, with the same members, a type of their own.
    private mutating func promote(_ groups: [String: [NestedPlace]]) -> Bool {
        let free = groups.keys.sorted().filter { references[$0] == nil && !isMap((groups[$0] ?? []).map(\.value)) }
        let named = Dictionary(grouping: free) { SwiftName.upper(Noun.singular(groups[$0]?.first?.key ?? "")) }
        for name in named.keys.sorted() where samples[name] == nil {
            guard let paths = named[name], paths.count > 1 else { continue }
            let keys = paths.map { Self.keys((groups[$0] ?? []).map(\.value)).all }
            guard keys[0].count >= 3, keys.allSatisfy({ Self.areAlike($0, keys[0], share: 0.75) }) else { continue }
            for path in paths {
                references[path] = name
                add((groups[path] ?? []).map(\.value), to: name)
            }
            return true
        }
        return false
    }
}

extension SampleInference {
    /// The schema of a type.
    func schema(ofType name: String) -> Schema {
        schema(of: samples[name] ?? [], path: name, key: name)
    }

    /// The schema of values at a place: `Book/publisher`.
    func schema(of values: [Sample], path: String, key: String) -> Schema {
        let found = values.filter { !$0.isNull }
        guard let first = found.first else { return .any("It was null in every sample.") }
        switch first {
        case .object where found.allSatisfy(\.isObject): return object(found, path, key)
        case .array where found.allSatisfy(\.isArray):
            let elements = found.flatMap(\.elements)
            if elements.isEmpty { return .array(.any("It was empty in every sample.")) }
            return .array(optional(schema(of: elements, path: path, key: Noun.singular(key)), elements))
        case .bool where found.allSatisfy { if case .bool = $0 { true } else { false } }: return .bool
        case .number where found.allSatisfy(\.isNumber): return found.allSatisfy(\.isInteger) ? .integer : .number
        case .string where found.allSatisfy { $0.text != nil }:
            return strings.schema(of: found.compactMap(\.text), key: key)
        default: return .any("It was of different types.")
        }
    }

    /// Elements of which some are null are read as any JSON.
    private func optional(_ schema: Schema, _ elements: [Sample]) -> Schema {
        elements.contains(where: \.isNull) ? .any("Some elements were null.") : schema
    }

    private func object(_ found: [Sample], _ path: String, _ key: String) -> Schema {
        if path.contains("/") || path != key, let name = references[path] { return .reference(name) }
        if isMap(found) {
            let values = found.flatMap { $0.members.map(\.value) }
            if values.isEmpty { return .map(.any("It was empty in every sample.")) }
            return .map(optional(schema(of: values, path: path + "/*", key: Noun.singular(key)), values))
        }
        return .object(members(found, path))
    }

    private func members(_ found: [Sample], _ path: String) -> [Schema.Member] {
        var order: [String] = []
        var values: [String: [Sample]] = [:]
        for object in found {
            var seen: Set<String> = []
            for member in object.members where seen.insert(member.key).inserted {
                if values[member.key] == nil { order.append(member.key) }
                values[member.key, default: []].append(object.member(member.key) ?? .null)
            }
        }
        return order.map { key in
            let all = values[key] ?? []
            let schema = schema(of: all, path: "\(path)/\(key)", key: key)
            return Schema.Member(
                key: key, schema: schema, isOptional: all.count < found.count || all.contains(where: \.isNull),
                doc: Self.remark(schema, all, key: key))
        }
    }

    /// What a reader of the property should know about its values.
    private static func remark(_ schema: Schema, _ values: [Sample], key: String) -> [String] {
        switch schema {
        case .string where values.allSatisfy { $0.text.map(StringInference.isDay) ?? $0.isNull }:
            return ["A day: `2024-01-31`."]
        case .any(let reason), .array(.any(let reason)), .map(.any(let reason)): return [reason]
        case .integer:
            let isTime = ["at", "time", "timestamp", "date", "created", "updated", "expires", "expiry", "reset", "on"]
                .contains(NameWords.split(key).last?.lowercased() ?? "")
            let numbers = values.compactMap { $0.scalarText.flatMap(Int64.init) }
            if isTime, numbers.allSatisfy({ 946_684_800...4_102_444_800 ~= $0 }) { return ["In seconds since 1970."] }
            if isTime, numbers.allSatisfy({ 946_684_800_000...4_102_444_800_000 ~= $0 }) {
                return ["In milliseconds since 1970."]
            }
            return []
        default: return []
        }
    }

    /// Whether the keys of objects are data: identifiers, or many that differ from object to object.
    func isMap(_ objects: [Sample]) -> Bool {
        let keys = Self.keys(objects)
        if keys.all.isEmpty { return true }
        if keys.all.allSatisfy({
            SegmentForm($0).isIdentifier && SwiftName.lower($0).hasPrefix("_") || UUID(uuidString: $0) != nil
        }) {
            return true
        }
        guard keys.all.count >= 30 else { return false }
        let kinds = Set(objects.flatMap { $0.members.map { Self.kind($0.value) } })
        return kinds.count == 1 && keys.common.count * 4 < keys.all.count
    }

    private static func kind(_ node: Sample) -> Int {
        switch node {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }
}
