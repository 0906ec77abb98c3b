/// A location where two JSON values differ. A side without a value there is nil.
package struct JSONDifference: Hashable {
    let path: String
    let old: JSONNode?
    let new: JSONNode?

    /// All locations, from the root `$`, in the order of the old value and then of the new one.
    ///
    /// Both values should be `JSONNode.canonical`, so that only the meaning is compared.
    static func all(_ old: JSONNode, _ new: JSONNode, at path: String = "$") -> [JSONDifference] {
        switch (old, new) {
        case _ where old == new: []
        case (.object(let old), .object(let new)): members(old, new, path)
        case (.array(let old), .array(let new)): elements(old, new, path)
        default: [JSONDifference(path: path, old: old, new: new)]
        }
    }

    /// The first location.
    static func first(_ old: JSONNode, _ new: JSONNode) -> String? {
        all(old, new).first?.path
    }

    /// `$.name`, or `$['a name']` if the key is not a plain word.
    package static func path(_ parent: String, _ key: String) -> String {
        let isWord =
            !key.isEmpty
            && key.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
            }
        return isWord ? "\(parent).\(key)" : "\(parent)['\(key)']"
    }

    private static func members(
        _ old: [JSONNode.Member], _ new: [JSONNode.Member], _ path: String
    ) -> [JSONDifference] {
        let newValues = Dictionary(new.map { ($0.key, $0.value) }) { $1 }
        let oldKeys = Set(old.map(\.key))
        return old.flatMap { member in
            optional(member.value, newValues[member.key], Self.path(path, member.key))
        }
            + new.filter { !oldKeys.contains($0.key) }.map {
                JSONDifference(path: Self.path(path, $0.key), old: nil, new: $0.value)
            }
    }

    private static func elements(_ old: [JSONNode], _ new: [JSONNode], _ path: String) -> [JSONDifference] {
        (0..<max(old.count, new.count)).flatMap { index in
            let place = "\(path)[\(index)]"
            guard index < old.count else { return [JSONDifference(path: place, old: nil, new: new[index])] }
            return optional(old[index], index < new.count ? new[index] : nil, place)
        }
    }

    private static func optional(_ old: JSONNode, _ new: JSONNode?, _ path: String) -> [JSONDifference] {
        new.map { all(old, $0, at: path) } ?? [JSONDifference(path: path, old: old, new: nil)]
    }
}
