// Keywords that combine what other schemas say about a value.
extension SchemaValidation {
    mutating func combine(_ keyword: SchemaKeyword, _ value: JSONNode, _ subject: SchemaSubject) -> SchemaOutcome {
        switch keyword {
        case .alternatives(let indices, let isExclusive, let discriminator):
            alternatives(indices, isExclusive, discriminator, value, subject)
        case .not(let index): excluded(index, value, subject)
        case .conditional(let condition, let then, let otherwise):
            conditional(condition, then, otherwise, value, subject)
        case .contains(let index, let minimum, let maximum): contained(index, minimum, maximum, value, subject)
        case .propertyNames(let index): names(index, value, subject)
        default: SchemaOutcome()
        }
    }

    private mutating func excluded(_ index: Int, _ value: JSONNode, _ subject: SchemaSubject) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        if check(value, by: index, subject).isValid, !value.containsPlaceholder {
            outcome.add([problem(subject, "is what the description excludes (\"not\")")])
        }
        return outcome
    }

    private mutating func conditional(
        _ condition: Int, _ then: Int?, _ otherwise: Int?, _ value: JSONNode, _ subject: SchemaSubject
    ) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        let result = check(value, by: condition, subject)
        if result.isValid { outcome.absorb(result) }
        if let next = result.isValid ? then : otherwise { outcome.merge(check(value, by: next, subject)) }
        return outcome
    }

    private mutating func contained(
        _ index: Int, _ minimum: Int, _ maximum: Int?, _ value: JSONNode, _ subject: SchemaSubject
    ) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        guard case .array(let elements) = value else { return outcome }
        let found = elements.indices.filter { check(elements[$0], by: index, subject.element($0)).isValid }
        outcome.elements.formUnion(found)
        if found.count < minimum {
            outcome.add([
                problem(
                    subject,
                    "has \(found.count.counted("element")) of a certain kind (\"contains\"), fewer than \(minimum)")
            ])
        }
        if let maximum, found.count > maximum {
            outcome.add([
                problem(
                    subject,
                    "has \(found.count.counted("element")) of a certain kind (\"contains\"), more than \(maximum)")
            ])
        }
        return outcome
    }

    private mutating func names(_ index: Int, _ value: JSONNode, _ subject: SchemaSubject) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        guard case .object(let members) = value else { return outcome }
        for member in members where SecretPlaceholder(member.key) == nil {
            let problems = check(.string(member.key), by: index, SchemaSubject()).problems
            let name = SchemaWords.name(member.key)
            outcome.add(
                problems.map {
                    var named = problem(subject, "has the member \(name), whose name \($0.statement)")
                    named.alternative = $0.alternative
                    return named
                })
        }
        return outcome
    }
}

// `anyOf` and `oneOf`: which alternative was meant, and what is wrong with it.
extension SchemaValidation {
    mutating func alternatives(
        _ indices: [Int], _ isExclusive: Bool, _ discriminator: SchemaDiscriminator?, _ value: JSONNode,
        _ subject: SchemaSubject
    ) -> SchemaOutcome {
        if let index = discriminator?.schema(for: value) { return check(value, by: index, subject) }
        // An alternative that leads back to this one decides nothing.
        let open = indices.filter { !subject.active.contains(schemas.target(of: $0)) }
        let outcomes = open.map { check(value, by: $0, subject) }
        let fitting = outcomes.indices.filter { outcomes[$0].isValid }
        if fitting.isEmpty { return nearest(open, outcomes, value, subject) }
        var outcome = SchemaOutcome()
        if isExclusive, fitting.count > 1, !value.containsPlaceholder {
            let names = fitting.map { schemas.shownName(open[$0], at: $0) }
            outcome.add([
                problem(subject, "fits \(fitting.count) alternatives, not one: \(SchemaWords.list(names, "and"))")
            ])
        }
        for position in fitting { outcome.absorb(outcomes[position]) }
        return outcome
    }

    /// What the alternative with the fewest and smallest problems says.
    private func nearest(
        _ indices: [Int], _ outcomes: [SchemaOutcome], _ value: JSONNode, _ subject: SchemaSubject
    ) -> SchemaOutcome {
        var outcome = SchemaOutcome()
        let types = outcomes.map { $0.types(at: subject.depth) }
        let candidates = outcomes.indices.filter { types[$0] == nil }
        let best = candidates.min {
            outcomes[$0].distance(at: subject.depth) < outcomes[$1].distance(at: subject.depth)
        }
        guard let best else {
            let expected = types.flatMap { $0 ?? [] }.reduce(into: [JSONType]()) {
                if !$0.contains($1) { $0.append($1) }
            }
            outcome.add([
                expected.isEmpty
                    ? problem(subject, "fits none of its alternatives")
                    : problem(subject, SchemaWords.mismatch(value, expected), .type(expected))
            ])
            return outcome
        }
        guard candidates.count > 1 else {
            outcome.add(outcomes[best].problems)
            return outcome
        }
        let name = "\(schemas.shownName(indices[best], at: best)), the nearest of \(candidates.count) alternatives"
        outcome.add(
            outcomes[best].problems.map { problem in
                var named = problem
                named.alternative = problem.alternative ?? name
                return named
            })
        return outcome
    }
}

extension SchemaOutcome {
    /// The types that were expected, if the value has another one; nil if its type is right.
    fileprivate func types(at depth: Int) -> [JSONType]? {
        for problem in problems where problem.depth == depth {
            if case .type(let types) = problem.kind { return types }
        }
        return nil
    }

    /// How far a value is from what was expected: first whether a member names another kind of object, then how many
    /// problems there are.
    fileprivate func distance(at depth: Int) -> Int {
        let values = problems.count { $0.kind == .value && $0.depth <= depth + 1 }
        return values * 1000 + problems.count
    }
}

extension SchemaSet {
    fileprivate func shownName(_ index: Int, at position: Int) -> String {
        schemas[index].name ?? schemas[target(of: index)].name ?? "number \(position + 1)"
    }
}

extension JSONNode {
    /// Whether a text or number in it replaces a secret.
    var containsPlaceholder: Bool {
        switch self {
        case .string(let text): !SecretPlaceholder.all(in: text.utf8).isEmpty
        case .number(let text): SecretNumber(text) != nil
        case .array(let elements): elements.contains(where: \.containsPlaceholder)
        case .object(let members):
            members.contains { SecretPlaceholder($0.key) != nil || $0.value.containsPlaceholder }
        case .null, .bool: false
        }
    }
}
