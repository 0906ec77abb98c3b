/// A value that does not fit its schema.
struct SchemaProblem: Hashable, Sendable {
    /// How much a problem says about whether an alternative was meant at all.
    enum Kind: Hashable {
        /// The value has another type than those.
        case type([JSONType])
        /// The value is none of those that are listed.
        case value
        case other
    }

    let kind: Kind

    /// The place of the value below the one that was checked: `.items[0].year`. Empty for that one itself.
    let place: String

    /// How many steps the place has.
    let depth: Int

    /// The difference by the schema: `is a string, not an integer`.
    let statement: String

    /// The alternative by which it is a difference: `Book, the nearest of 2 alternatives`. Nil if there was no choice.
    var alternative: String?

    /// The difference, after the place: `is a string, not an integer (by Book, the nearest of 2 alternatives)`.
    var sentence: String { alternative.map { "\(statement) (by \($0))" } ?? statement }
}

/// The result of checking a value by one schema.
struct SchemaOutcome {
    private(set) var problems: [SchemaProblem] = []

    /// The members and elements that the schema has judged, for `unevaluatedProperties` and `unevaluatedItems`.
    var members: Set<String> = []
    var elements: Set<Int> = []

    var isValid: Bool { problems.isEmpty }

    /// A schema can repeat a problem in many ways. More than these are not read by anyone.
    private static let mostProblems = 50

    mutating func add(_ more: some Sequence<SchemaProblem>) {
        for problem in more where problems.count < Self.mostProblems && !problems.contains(problem) {
            problems.append(problem)
        }
    }

    /// Adds what another schema says about the same value.
    mutating func merge(_ other: SchemaOutcome) {
        add(other.problems)
        absorb(other)
    }

    /// Adds what another schema has judged, without its problems.
    mutating func absorb(_ other: SchemaOutcome) {
        members.formUnion(other.members)
        elements.formUnion(other.elements)
    }
}

/// A value within the checked one, with what has been found out about it.
///
/// A schema that is asked about a value again is not carried out again: with schemas that refer to each other several
/// times, the work would grow with a power of their depth.
final class SchemaSubject {
    private enum Step {
        case member(String)
        case element(Int)
    }

    private let parent: SchemaSubject?
    private let step: Step?
    let depth: Int
    private var members: [String: SchemaSubject] = [:]
    private var elements: [Int: SchemaSubject] = [:]

    /// The schemas that are being carried out for this value. One of them that is reached again is a cycle.
    var active: [Int] = []
    var outcomes: [Int: SchemaOutcome] = [:]

    init() {
        (parent, step, depth) = (nil, nil, 0)
    }

    private init(_ step: Step, of parent: SchemaSubject) {
        (self.parent, self.step, depth) = (parent, step, parent.depth + 1)
    }

    func member(_ key: String) -> SchemaSubject {
        if let known = members[key] { return known }
        let subject = SchemaSubject(.member(key), of: self)
        members[key] = subject
        return subject
    }

    func element(_ index: Int) -> SchemaSubject {
        if let known = elements[index] { return known }
        let subject = SchemaSubject(.element(index), of: self)
        elements[index] = subject
        return subject
    }

    /// The place below the checked value: `.items[0].year`. A key that may be data is replaced.
    var place: String {
        guard let parent, let step else { return "" }
        switch step {
        case .element(let index): return "\(parent.place)[\(index)]"
        case .member(let key): return SchemaWords.path(parent.place, key)
        }
    }
}
