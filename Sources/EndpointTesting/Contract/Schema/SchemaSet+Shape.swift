// What values a schema is about, for values that are written as text: whether `5` is meant as a number.
extension SchemaSet {
    /// The types that a value can have; all of them if the schema does not say.
    func types(of index: Int) -> Set<JSONType> {
        var active: Set<Int> = []
        return types(of: index, &active)
    }

    private func types(of index: Int, _ active: inout Set<Int>) -> Set<JSONType> {
        guard active.insert(index).inserted else { return Set(JSONType.allCases) }
        defer { active.remove(index) }
        var types = Set(JSONType.allCases)
        var isNullable = false
        for keyword in schemas[index].keywords {
            switch keyword {
            case .nullable: isNullable = true
            case .type(let named):
                types.formIntersection(named.contains(.number) ? named + [.integer] : named)
            case .values(let values):
                types = types.filter { type in values.contains { type.includes($0) } }
            case .reference, .dynamicReference, .allOf:
                for part in keyword.parts { types.formIntersection(self.types(of: part, &active)) }
            case .alternatives(let indices, _, _):
                types.formIntersection(
                    indices.reduce(into: Set<JSONType>()) { $0.formUnion(self.types(of: $1, &active)) })
            default: break
            }
        }
        return isNullable ? types.union([.null]) : types
    }

    /// The schema of the elements of an array; nil if there is none.
    func element(of index: Int) -> Int? {
        for part in parts(of: index, withAlternatives: true) {
            for case .items(_, let rest?) in schemas[part].keywords { return rest }
        }
        return nil
    }

    /// The schemas of the members of an object.
    func members(of index: Int) -> [String: Int] {
        var found: [String: Int] = [:]
        for part in parts(of: index, withAlternatives: true) {
            for case .members(let named, _, _) in schemas[part].keywords { found.merge(named) { first, _ in first } }
        }
        return found
    }

    /// The schema of the members that an object has beside those with a name.
    func otherMember(of index: Int) -> Int? {
        for part in parts(of: index, withAlternatives: true) {
            for case .members(_, _, let rest?) in schemas[part].keywords { return rest }
        }
        return nil
    }

    /// Whether an object can have members that the schema does not name: it says so, or it names none.
    func hasOtherMembers(_ index: Int) -> Bool {
        let parts = parts(of: index, withAlternatives: true)
        let rest = parts.flatMap { schemas[$0].keywords }.compactMap { keyword -> Int?? in
            if case .members(_, _, let rest) = keyword { .some(rest) } else { nil }
        }
        return rest.allSatisfy { rest in
            guard let rest else { return members(of: index).isEmpty }
            if case .never? = schemas[rest].keywords.first { return false }
            return true
        }
    }
}

extension Set<JSONType> {
    /// Whether one of the types is written as one text: it is no array, no object and not null.
    var includesScalar: Bool { !isDisjoint(with: [.string, .number, .integer, .boolean]) }

    /// Whether a text can only be the members of an object.
    var isOnlyObject: Bool { contains(.object) && !includesScalar }
}
