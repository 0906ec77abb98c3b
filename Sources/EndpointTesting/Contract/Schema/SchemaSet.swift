/// Schemas (JSON Schema 2020-12, or those of OpenAPI), compiled so that values can be checked by them.
///
/// Schemas refer to each other by their indices, so that cycles of references need no care here.
struct SchemaSet: Sendable {
    private(set) var schemas: [Schema]

    /// The schemas with a dynamic anchor (`$dynamicAnchor`) of each resource.
    let dynamicAnchors: [[String: Int]]

    /// What was found that cannot be understood, a sentence each, with its place.
    let problems: [String]

    /// Regular expressions that cannot be carried out, a sentence each, with its place. Their keywords are ignored.
    let notes: [String]

    /// Whether a keyword needs to know which members and elements others have judged.
    let tracksEvaluation: Bool

    /// Whether the target of a reference depends on the references that led to it.
    let isDynamic: Bool

    init(
        _ schemas: [Schema], dynamicAnchors: [[String: Int]], problems: [String], notes: [String]
    ) {
        self.schemas = schemas
        self.dynamicAnchors = dynamicAnchors
        self.problems = problems
        self.notes = notes
        isDynamic = dynamicAnchors.contains { !$0.isEmpty }
        tracksEvaluation = schemas.contains { $0.keywords.contains(where: \.needsEvaluation) }
        markAccess()
    }

    subscript(index: Int) -> Schema { schemas[index] }

    /// One schema.
    struct Schema: Sendable {
        /// The resource that contains it (JSON Schema 2020-12 core §4.3.5).
        var resource = 0

        /// Its keywords, in the order in which they are applied.
        var keywords: [SchemaKeyword] = []

        /// Whether the value must not be sent in a request (`readOnly`), by itself or by a schema that it refers to.
        var isReadOnly = false

        /// Whether the value is not sent in a response (`writeOnly`).
        var isWriteOnly = false

        /// The name for people: that in its list, or its title.
        var name: String?
    }
}

extension SchemaSet {
    /// A schema is read-only if one is that it refers to or consists of.
    private mutating func markAccess() {
        var (readOnly, writeOnly) = (Set<Int>(), Set<Int>())
        for index in schemas.indices {
            let parts = parts(of: index)
            if parts.contains(where: { schemas[$0].isReadOnly }) { readOnly.insert(index) }
            if parts.contains(where: { schemas[$0].isWriteOnly }) { writeOnly.insert(index) }
        }
        for index in readOnly { schemas[index].isReadOnly = true }
        for index in writeOnly { schemas[index].isWriteOnly = true }
    }

    /// The schema, and those that it refers to or consists of, all of which judge each value; on request also its
    /// alternatives, which can judge it.
    func parts(of index: Int, withAlternatives: Bool = false) -> [Int] {
        var (found, seen) = ([index], Set([index]))
        var position = 0
        while position < found.count {
            for keyword in schemas[found[position]].keywords {
                var next = keyword.parts
                if withAlternatives, case .alternatives(let indices, _, _) = keyword { next += indices }
                for part in next where seen.insert(part).inserted { found.append(part) }
            }
            position += 1
        }
        return found
    }

    /// The schema that a chain of references leads to.
    func target(of index: Int) -> Int {
        var (index, seen) = (index, Set<Int>())
        while seen.insert(index).inserted, case .reference(let next)? = schemas[index].keywords.first,
            schemas[index].keywords.count == 1
        {
            index = next
        }
        return index
    }
}

/// One keyword of a schema, or several that work together.
enum SchemaKeyword: Sendable {
    case never
    case type([JSONType])
    /// `enum` and `const`, whose values are canonical.
    case values([JSONNode])
    case minimum(DecimalNumber, String, isExclusive: Bool)
    case maximum(DecimalNumber, String, isExclusive: Bool)
    case multipleOf(DecimalNumber, String)
    case minLength(Int)
    case maxLength(Int)
    case pattern(SchemaPattern)
    /// `prefixItems` and `items`.
    case items(prefix: [Int], rest: Int?)
    case contains(Int, minimum: Int, maximum: Int?)
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    /// `properties`, `patternProperties` and `additionalProperties`.
    case members([String: Int], patterns: [(SchemaPattern, Int)], rest: Int?)
    case propertyNames(Int)
    case required([String])
    case dependentRequired([String: [String]])
    case dependentSchemas([String: Int])
    case minProperties(Int)
    case maxProperties(Int)
    case allOf([Int])
    /// `anyOf` and `oneOf`.
    case alternatives([Int], isExclusive: Bool, SchemaDiscriminator?)
    case not(Int)
    case conditional(Int, then: Int?, else: Int?)
    case reference(Int)
    case dynamicReference(Int, anchor: String)
    /// The schema that the value of a member names judges the value too.
    case discriminator(SchemaDiscriminator)
    /// `nullable` of OpenAPI 3.0: null needs nothing else.
    case nullable
    case unevaluatedItems(Int)
    case unevaluatedProperties(Int)

    /// The schemas that judge the same value, all of them.
    var parts: [Int] {
        switch self {
        case .reference(let index), .dynamicReference(let index, _): [index]
        case .allOf(let indices): indices
        default: []
        }
    }

    /// Whether the keyword combines what other schemas say, instead of asking that all of them agree.
    var isCombining: Bool {
        switch self {
        case .alternatives, .not, .conditional, .contains, .propertyNames: true
        default: false
        }
    }

    var isNullable: Bool {
        if case .nullable = self { true } else { false }
    }

    /// Whether the keyword judges what others have not.
    var needsEvaluation: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }
}

/// The member whose value names the schema of an object (`discriminator` of OpenAPI).
struct SchemaDiscriminator: Hashable, Sendable {
    let member: String
    let schemas: [String: Int]

    /// The schema that an object names; nil if it names none.
    func schema(for node: JSONNode) -> Int? { node[member]?.string.flatMap { schemas[$0] } }
}

/// A type by JSON Schema (validation §6.1.1).
enum JSONType: String, CaseIterable, Sendable {
    case null, boolean, object, array, number, string, integer

    /// The type with its article, as in `not an integer`.
    var spoken: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .object: "an object"
        case .array: "an array"
        case .number: "a number"
        case .string: "a string"
        case .integer: "an integer"
        }
    }

    func includes(_ node: JSONNode) -> Bool {
        switch (self, node) {
        case (.null, .null), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number),
            (.string, .string):
            true
        case (.integer, .number(let token)): DecimalNumber(token)?.isInteger ?? false
        default: false
        }
    }
}
