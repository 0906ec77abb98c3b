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

/// Checks one value by a schema and those that it refers to.
///
/// Only ``check(_:by:_:)`` and the keywords that combine results are recursive, so that few bytes of the stack are used
/// for each level.
struct SchemaValidation {
    /// A value that another schema judges.
    struct Step {
        let value: JSONNode
        let schema: Int
        let subject: SchemaSubject

        /// Whether it is the same value, so that what the schema judges of it counts for this one.
        var isSame = false
    }

    let schemas: SchemaSet
    let direction: SchemaSet.Direction?

    /// The resources that references have led through, the outermost first (JSON Schema 2020-12 core §7.1).
    private var scope: [Int] = []
    private var depth = 0

    /// A task has a stack of 512 KB on Apple's platforms, and a level takes up to 2.5 KB in a debug build.
    private static let maximumDepth = 150

    init(schemas: SchemaSet, direction: SchemaSet.Direction?) {
        (self.schemas, self.direction) = (schemas, direction)
    }

    mutating func check(_ value: JSONNode, by index: Int, _ subject: SchemaSubject) -> SchemaOutcome {
        if let known = known(index, subject) { return known }
        enter(index, subject)
        var outcome = SchemaOutcome()
        for keyword in schemas[index].keywords {
            if value.isNull, keyword.isNullable { break }
            if keyword.isCombining {
                outcome.merge(combine(keyword, value, subject))
                continue
            }
            for step in steps(keyword, value, subject, &outcome) {
                let result = check(step.value, by: step.schema, step.subject)
                if step.isSame { outcome.merge(result) } else { outcome.add(result.problems) }
            }
        }
        leave(index, subject, outcome)
        return outcome
    }

    /// The outcome of a schema that was carried out before, that is being carried out, or that says nothing.
    private func known(_ index: Int, _ subject: SchemaSubject) -> SchemaOutcome? {
        if let known = subject.outcomes[index] { return known }
        if subject.active.contains(index) || schemas[index].keywords.isEmpty { return SchemaOutcome() }
        guard depth >= Self.maximumDepth else { return nil }
        var outcome = SchemaOutcome()
        outcome.add([problem(subject, "is nested too deeply to be checked")])
        return outcome
    }

    private mutating func enter(_ index: Int, _ subject: SchemaSubject) {
        depth += 1
        subject.active.append(index)
        if schemas.isDynamic { scope.append(schemas[index].resource) }
    }

    private mutating func leave(_ index: Int, _ subject: SchemaSubject, _ outcome: SchemaOutcome) {
        depth -= 1
        subject.active.removeLast()
        if schemas.isDynamic { scope.removeLast() } else { subject.outcomes[index] = outcome }
    }

    func problem(
        _ subject: SchemaSubject, _ sentence: String, _ kind: SchemaProblem.Kind = .other
    ) -> SchemaProblem {
        SchemaProblem(kind: kind, place: subject.place, depth: subject.depth, statement: sentence)
    }

    /// The schema of a dynamic reference: that of the outermost resource with such an anchor.
    private func dynamicTarget(_ index: Int, _ anchor: String) -> Int {
        scope.lazy.compactMap { schemas.dynamicAnchors[$0][anchor] }.first ?? index
    }
}

// Keywords that judge a value by themselves, or by other schemas all of which must agree.
extension SchemaValidation {
    /// Adds the problems of a keyword, and returns what other schemas have to judge.
    private func steps(
        _ keyword: SchemaKeyword, _ value: JSONNode, _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) -> [Step] {
        if let sentence = keyword.problem(in: value) {
            outcome.add([problem(subject, sentence, keyword.kind)])
            return []
        }
        switch (keyword, value) {
        case (.reference(let index), _): return [Step(value: value, schema: index, subject: subject, isSame: true)]
        case (.dynamicReference(let index, let anchor), _):
            return [Step(value: value, schema: dynamicTarget(index, anchor), subject: subject, isSame: true)]
        case (.allOf(let indices), _):
            return indices.map { Step(value: value, schema: $0, subject: subject, isSame: true) }
        case (.discriminator(let discriminator), _):
            guard let index = discriminator.schema(for: value) else { return [] }
            return [Step(value: value, schema: index, subject: subject, isSame: true)]
        case (.dependentSchemas(let named), .object):
            return named.filter { value[$0.key] != nil }.sorted { $0.key < $1.key }.map {
                Step(value: value, schema: $0.value, subject: subject, isSame: true)
            }
        case (_, .object(let members)): return memberSteps(keyword, members, value, subject, &outcome)
        case (_, .array(let elements)): return elementSteps(keyword, elements, subject, &outcome)
        default: return []
        }
    }

    private func elementSteps(
        _ keyword: SchemaKeyword, _ elements: [JSONNode], _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) -> [Step] {
        switch keyword {
        case .items(let prefix, let rest):
            let count = rest == nil ? min(prefix.count, elements.count) : elements.count
            outcome.elements.formUnion(0..<count)
            return (0..<count).compactMap { position in
                guard let index = position < prefix.count ? prefix[position] : rest else { return nil }
                return Step(value: elements[position], schema: index, subject: subject.element(position))
            }
        case .unevaluatedItems(let index):
            let rest = elements.indices.filter { !outcome.elements.contains($0) }
            outcome.elements.formUnion(rest)
            return rest.compactMap { undescribed(elements[$0], by: index, subject.element($0), &outcome) }
        default: return []
        }
    }

    private func memberSteps(
        _ keyword: SchemaKeyword, _ members: [JSONNode.Member], _ value: JSONNode, _ subject: SchemaSubject,
        _ outcome: inout SchemaOutcome
    ) -> [Step] {
        switch keyword {
        case .members(let named, let patterns, let rest):
            return members.filter { SecretPlaceholder($0.key) == nil }.flatMap { member in
                steps(named, patterns, rest, for: member, subject.member(member.key), &outcome)
            }
        case .required(let names):
            for name in names where value[name] == nil && !isExempt(name, subject) {
                outcome.add([missing(name, subject, "is missing")])
            }
        case .dependentRequired(let names):
            for (name, others) in names.sorted(by: { $0.key < $1.key }) where value[name] != nil {
                for other in others where value[other] == nil {
                    outcome.add([missing(other, subject, "is missing beside \(name)")])
                }
            }
        case .unevaluatedProperties(let index):
            let rest = members.filter { !outcome.members.contains($0.key) }
            outcome.members.formUnion(rest.map(\.key))
            return rest.filter { SecretPlaceholder($0.key) == nil }.compactMap {
                undescribed($0.value, by: index, subject.member($0.key), &outcome)
            }
        default: break
        }
        return []
    }

    private func steps(
        _ named: [String: Int], _ patterns: [(SchemaPattern, Int)], _ rest: Int?, for member: JSONNode.Member,
        _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) -> [Step] {
        var steps: [Step] = []
        if let index = named[member.key] {
            outcome.add(access(index, subject))
            steps.append(Step(value: member.value, schema: index, subject: subject))
        }
        for (pattern, index) in patterns where pattern.matches(member.key) {
            steps.append(Step(value: member.value, schema: index, subject: subject))
        }
        let isDescribed = !steps.isEmpty || rest != nil
        if steps.isEmpty, let rest, let step = undescribed(member.value, by: rest, subject, &outcome) {
            steps.append(step)
        }
        if isDescribed, schemas.tracksEvaluation { outcome.members.insert(member.key) }
        return steps
    }

    /// The step for a value that no other schema describes; nil if there must be none, which is a problem.
    private func undescribed(
        _ value: JSONNode, by index: Int, _ subject: SchemaSubject, _ outcome: inout SchemaOutcome
    ) -> Step? {
        guard case .never? = schemas[index].keywords.first else {
            return Step(value: value, schema: index, subject: subject)
        }
        outcome.add([problem(subject, "is not described")])
        return nil
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
            kind: .other, place: JSONDifference.path(subject.place, name), depth: subject.depth + 1,
            statement: sentence)
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
