/// The types that were seen at one place of JSON documents.
struct JSONShape: Hashable {
    /// The types of the values that were seen: `string`, `number`, `boolean`, `null`, `object`, `array`.
    private(set) var kinds: Set<String> = []

    /// Whether a number was seen that is not an integer.
    private(set) var hasFraction = false

    /// How many objects were seen here, and the shapes of their members.
    private(set) var objects = 0
    private(set) var members: [String: JSONShape] = [:]

    /// How many values were seen here.
    private(set) var count = 0

    /// The shape of the elements of all arrays that were seen here. An array, because a struct cannot contain itself.
    private var element: [JSONShape] = []

    var elements: JSONShape? { element.first }

    init() {}

    init(_ node: JSONNode) {
        add(node)
    }

    /// Adds the types of one more value.
    mutating func add(_ node: JSONNode) {
        count += 1
        kinds.insert(node.kind)
        switch node {
        case .object(let found):
            objects += 1
            for member in found { members[member.key, default: JSONShape()].add(member.value) }
        case .array(let found):
            if element.isEmpty { element = [JSONShape()] }
            for value in found { element[0].add(value) }
        case .number(let token): hasFraction = hasFraction || JSONNumber.canonical(token).contains("e-")
        case .null, .bool, .string: break
        }
    }

    /// The types other than null, in words.
    var type: String {
        let named = kinds.subtracting(["null"]).sorted()
        return named.isEmpty ? "null" : named.joined(separator: " or ")
    }

    var isNullable: Bool { kinds.contains("null") }
}
