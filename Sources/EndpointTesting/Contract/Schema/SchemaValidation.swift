extension SchemaSet {
    /// In which direction a value is sent, for `readOnly` and `writeOnly`.
    enum Direction: Hashable, Sendable {
        case request
        case response
    }

    /// What does not fit in a value; empty if it is valid.
    func problems(in value: JSONNode, by schema: Int, sentIn direction: Direction? = nil) -> [SchemaProblem] {
        var validation = SchemaValidation(schemas: self, direction: direction)
        return validation.check(value, by: schema, SchemaSubject()).problems
    }
}

/// Checks one value: the decisions that need to know where they are.
struct SchemaValidation {
    let schemas: SchemaSet
    let direction: SchemaSet.Direction?

    /// The resources that references have led through, the outermost first (JSON Schema 2020-12 core §7.1).
    private var scope: [Int] = []
    private var depth = 0

    /// A thread of a task has a stack of 512 KB on Apple's platforms.
    private static let maximumDepth = 300

    init(schemas: SchemaSet, direction: SchemaSet.Direction?) {
        (self.schemas, self.direction) = (schemas, direction)
    }

    mutating func check(_ value: JSONNode, by index: Int, _ subject: SchemaSubject) -> SchemaOutcome {
        if let known = subject.outcomes[index] { return known }
        if subject.active.contains(index) { return SchemaOutcome() }
        let schema = schemas[index]
        if schema.keywords.isEmpty { return SchemaOutcome() }
        guard depth < Self.maximumDepth else {
            var outcome = SchemaOutcome()
            outcome.add([problem(subject, "is nested too deeply to be checked")])
            return outcome
        }
        depth += 1
        subject.active.append(index)
        let isEntered = schemas.isDynamic && scope.last != schema.resource
        if isEntered { scope.append(schema.resource) }
        let outcome = apply(schema.keywords, to: value, subject)
        if isEntered { scope.removeLast() }
        subject.active.removeLast()
        depth -= 1
        if !schemas.isDynamic { subject.outcomes[index] = outcome }
        return outcome
    }

    private mutating func apply(
        _ keywords: [SchemaKeyword], to value: JSONNode, _ subject: SchemaSubject
    ) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        for keyword in keywords {
            if case .nullable = keyword, value.isNull { return outcome }
            if let sentence = keyword.problem(in: value) {
                outcome.add([problem(subject, sentence, keyword.kind)])
            } else {
                apply(keyword, to: value, subject, &outcome)
            }
        }
        return outcome
    }

    func problem(
        _ subject: SchemaSubject, _ sentence: String, _ kind: SchemaProblem.Kind = .other
    ) -> SchemaProblem {
        SchemaProblem(kind: kind, place: subject.place, depth: subject.depth, sentence: sentence)
    }

    /// The schema of a dynamic reference: that of the outermost resource with such an anchor.
    func dynamicTarget(_ index: Int, _ anchor: String) -> Int {
        scope.lazy.compactMap { schemas.dynamicAnchors[$0][anchor] }.first ?? index
    }
}

// Keywords that apply other schemas.
extension SchemaValidation {
    private mutating func apply(
        _ keyword: SchemaKeyword, to value: JSONNode, _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) {
        switch keyword {
        case .reference(let index): outcome.merge(check(value, by: index, subject))
        case .dynamicReference(let index, let anchor):
            outcome.merge(check(value, by: dynamicTarget(index, anchor), subject))
        case .allOf(let indices):
            for index in indices { outcome.merge(check(value, by: index, subject)) }
        case .alternatives(let indices, let isExclusive, let discriminator):
            outcome.merge(alternatives(indices, isExclusive, discriminator, value, subject))
        case .discriminator(let discriminator):
            if let index = discriminator.schema(for: value) { outcome.merge(check(value, by: index, subject)) }
        case .not(let index):
            if check(value, by: index, subject).isValid, !value.containsPlaceholder {
                outcome.add([problem(subject, "is what the description excludes (\"not\")")])
            }
        case .conditional(let condition, let then, let otherwise):
            let result = check(value, by: condition, subject)
            if result.isValid { outcome.absorb(result) }
            if let next = result.isValid ? then : otherwise { outcome.merge(check(value, by: next, subject)) }
        default:
            switch value {
            case .object(let members): apply(keyword, to: members, of: value, subject, &outcome)
            case .array(let elements): apply(keyword, to: elements, subject, &outcome)
            default: break
            }
        }
    }

    private mutating func apply(
        _ keyword: SchemaKeyword, to elements: [JSONNode], _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) {
        switch keyword {
        case .items(let prefix, let rest):
            for (position, element) in elements.enumerated() {
                guard let index = position < prefix.count ? prefix[position] : rest else { break }
                outcome.add(check(element, by: index, subject.element(position)).problems)
                outcome.elements.insert(position)
            }
        case .contains(let index, let minimum, let maximum):
            let found = elements.indices.filter { check(elements[$0], by: index, subject.element($0)).isValid }
            outcome.elements.formUnion(found)
            if found.count < minimum {
                let count = found.isEmpty ? "none" : "only \(found.count)"
                let needed = minimum == 1 ? "an element" : "\(minimum) elements"
                outcome.add([problem(subject, "needs \(needed) of a certain kind (\"contains\"), and has \(count)")])
            }
            if let maximum, found.count > maximum {
                outcome.add([
                    problem(subject, "has \(found.count) elements of a certain kind (\"contains\"), more than \(maximum)")
                ])
            }
        case .unevaluatedItems(let index):
            for position in elements.indices where !outcome.elements.contains(position) {
                let place = subject.element(position)
                outcome.add(undescribed(elements[position], by: index, place))
                outcome.elements.insert(position)
            }
        default: break
        }
    }
}

extension SchemaValidation {
    private mutating func apply(
        _ keyword: SchemaKeyword, to members: [JSONNode.Member], of value: JSONNode, _ subject: SchemaSubject,
        _ outcome: inout SchemaOutcome
    ) {
        switch keyword {
        case .members(let named, let patterns, let rest):
            for member in members where SecretPlaceholder(member.key) == nil {
                apply(named, patterns, rest, to: member, subject, &outcome)
            }
        case .propertyNames(let index):
            for member in members where SecretPlaceholder(member.key) == nil {
                let problems = check(.string(member.key), by: index, SchemaSubject()).problems
                outcome.add(
                    problems.map {
                        problem(subject, "has the member \(SchemaWords.name(member.key)), whose name \($0.sentence)")
                    })
            }
        case .required(let names):
            for name in names where value[name] == nil && !isExempt(name, subject) {
                outcome.add([missing(name, subject, "is missing")])
            }
        case .dependentRequired(let names):
            for (name, others) in names where value[name] != nil {
                for other in others where value[other] == nil {
                    outcome.add([missing(other, subject, "is missing beside \(name)")])
                }
            }
        case .dependentSchemas(let named):
            for (name, index) in named where value[name] != nil { outcome.merge(check(value, by: index, subject)) }
        case .unevaluatedProperties(let index):
            for member in members where !outcome.members.contains(member.key) {
                if SecretPlaceholder(member.key) == nil {
                    outcome.add(undescribed(member.value, by: index, subject.member(member.key)))
                }
                outcome.members.insert(member.key)
            }
        default: break
        }
    }

    private mutating func apply(
        _ named: [String: Int], _ patterns: [(SchemaPattern, Int)], _ rest: Int?, to member: JSONNode.Member,
        _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) {
        let place = subject.member(member.key)
        var isDescribed = false
        if let index = named[member.key] {
            isDescribed = true
            outcome.add(access(index, place))
            outcome.add(check(member.value, by: index, place).problems)
        }
        for (pattern, index) in patterns where pattern.matches(member.key) {
            isDescribed = true
            outcome.add(check(member.value, by: index, place).problems)
        }
        if !isDescribed, let rest {
            isDescribed = true
            outcome.add(undescribed(member.value, by: rest, place))
        }
        if isDescribed, schemas.tracksEvaluation { outcome.members.insert(member.key) }
    }

    /// The problems of a value that no other schema describes.
    private mutating func undescribed(
        _ value: JSONNode, by index: Int, _ subject: SchemaSubject
    ) -> [SchemaProblem] {
        if case .never? = schemas[index].keywords.first { return [problem(subject, "is not described")] }
        return check(value, by: index, subject).problems
    }

    /// A member that must not be sent in this direction.
    private func access(_ index: Int, _ subject: SchemaSubject) -> [SchemaProblem] {
        switch direction {
        case .request where schemas[index].isReadOnly:
            [problem(subject, "is read-only, so that a request must not have it")]
        case .response where schemas[index].isWriteOnly:
            [problem(subject, "is write-only, so that a response must not have it")]
        default: []
        }
    }

    private func missing(_ name: String, _ subject: SchemaSubject, _ sentence: String) -> SchemaProblem {
        SchemaProblem(
            kind: .other, place: JSONDifference.path(subject.place, name), depth: subject.depth + 1, sentence: sentence)
    }

    /// Whether a required member is one that is not sent in this direction, by any schema that judges the object.
    private func isExempt(_ name: String, _ subject: SchemaSubject) -> Bool {
        guard let direction else { return false }
        return subject.active.contains { index in
            schemas.parts(of: index).contains { part in
                schemas[part].keywords.contains { keyword in
                    guard case .members(let named, _, _) = keyword, let member = named[name] else { return false }
                    return direction == .request ? schemas[member].isReadOnly : schemas[member].isWriteOnly
                }
            }
        }
    }
}
