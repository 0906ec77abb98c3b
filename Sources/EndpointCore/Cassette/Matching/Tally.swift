/// How often each of many things happened. A changed copy shares all but a few small nodes with the original, so that a step
/// costs the same however many things there are.
indirect enum Tally: Hashable, Sendable {
    case empty
    case leaf([Int])
    case node([Tally])

    private static let bits = 5
    private static let levels = 5

    /// How often the thing at that index happened.
    subscript(index: Int) -> Int {
        value(index, level: Self.levels)
    }

    /// A copy in which it happened once more.
    func adding(at index: Int) -> Tally {
        adding(index, level: Self.levels)
    }

    private static func slot(_ index: Int, _ level: Int) -> Int {
        index >> (level * bits) & (1 << bits - 1)
    }

    private func value(_ index: Int, level: Int) -> Int {
        let slot = Self.slot(index, level)
        switch self {
        case .empty: return 0
        case .leaf(let counts): return slot < counts.count ? counts[slot] : 0
        case .node(let children): return slot < children.count ? children[slot].value(index, level: level - 1) : 0
        }
    }

    private func adding(_ index: Int, level: Int) -> Tally {
        let slot = Self.slot(index, level)
        guard level > 0 else {
            var counts = self.counts
            counts.append(contentsOf: repeatElement(0, count: max(0, slot + 1 - counts.count)))
            counts[slot] += 1
            return .leaf(counts)
        }
        var children = self.children
        children.append(contentsOf: repeatElement(.empty, count: max(0, slot + 1 - children.count)))
        children[slot] = children[slot].adding(index, level: level - 1)
        return .node(children)
    }

    private var counts: [Int] {
        if case .leaf(let counts) = self { counts } else { [] }
    }

    private var children: [Tally] {
        if case .node(let children) = self { children } else { [] }
    }
}
