/// Locations in JSON, in the common subset of JSONPath (RFC 9535): `$.a.b`, `['a b']`, `[0]`, `[*]`, `.*`, `..a`.
struct JSONPathPattern: Hashable {
    private enum Step: Hashable {
        case key(String)
        case index(Int)
        case any
        case descend
    }

    private let steps: [Step]

    init(_ text: String) {
        steps = Self.steps(text.hasPrefix("$") ? text.dropFirst() : text[...])
    }

    /// The texts at these locations.
    func texts(in node: JSONNode) -> [String] {
        Self.nodes(steps[...], in: node).compactMap(\.string)
    }

    private static func nodes(_ steps: ArraySlice<Step>, in node: JSONNode) -> [JSONNode] {
        guard let step = steps.first else { return [node] }
        let rest = steps.dropFirst()
        switch (step, node) {
        case (.descend, .object(let members)):
            return nodes(rest, in: node) + members.flatMap { nodes(steps, in: $0.value) }
        case (.descend, .array(let elements)): return nodes(rest, in: node) + elements.flatMap { nodes(steps, in: $0) }
        case (.any, .object(let members)): return members.flatMap { nodes(rest, in: $0.value) }
        case (.any, .array(let elements)): return elements.flatMap { nodes(rest, in: $0) }
        case (.key(let key), .object(let members)):
            return members.filter { $0.key == key }.flatMap { nodes(rest, in: $0.value) }
        case (.index(let index), .array(let elements)) where elements.indices.contains(index):
            return nodes(rest, in: elements[index])
        default: return []
        }
    }

    /// The value without the values at these locations.
    func removed(from node: JSONNode) -> JSONNode {
        Self.removed(steps[...], from: node)
    }

    private static func removed(_ steps: ArraySlice<Step>, from node: JSONNode) -> JSONNode {
        guard let step = steps.first else { return .null }
        let rest = steps.dropFirst()
        if step == .descend {
            let below = children(of: node) { removed(steps, from: $0) }
            return removed(rest, from: below)
        }
        switch node {
        case .object(let members):
            return .object(
                members.compactMap { member in
                    guard step == .any || step == .key(member.key) else { return member }
                    return rest.isEmpty ? nil : .init(key: member.key, value: removed(rest, from: member.value))
                })
        case .array(let elements):
            return .array(
                elements.enumerated().compactMap { index, element in
                    guard step == .any || step == .index(index) else { return element }
                    return rest.isEmpty ? nil : removed(rest, from: element)
                })
        default: return node
        }
    }

    private static func children(of node: JSONNode, _ change: (JSONNode) -> JSONNode) -> JSONNode {
        switch node {
        case .object(let members): .object(members.map { .init(key: $0.key, value: change($0.value)) })
        case .array(let elements): .array(elements.map(change))
        default: node
        }
    }

    private static func steps(_ text: Substring) -> [Step] {
        var steps: [Step] = []
        var rest = text
        while let first = rest.first {
            if rest.hasPrefix("..") {
                steps.append(.descend)
                rest = rest.dropFirst(rest.hasPrefix("..[") ? 2 : 1)
            } else if first == "[" {
                let inner = rest.dropFirst().prefix { $0 != "]" }
                steps.append(bracket(inner))
                rest = rest.dropFirst(inner.count + 2)
            } else {
                let word = rest.drop { $0 == "." }.prefix { $0 != "." && $0 != "[" }
                if !word.isEmpty { steps.append(word == "*" ? .any : .key(String(word))) }
                rest = rest[word.endIndex...]
            }
        }
        return steps
    }

    private static func bracket(_ inner: Substring) -> Step {
        if inner == "*" { return .any }
        return Int(inner).map(Step.index) ?? .key(inner.filter { $0 != "'" && $0 != "\"" })
    }
}
