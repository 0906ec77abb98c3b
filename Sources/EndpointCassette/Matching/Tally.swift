/// How often each of many things happened. A changed copy shares all but a few small nodes with the original, so that a step
/// costs about the same however many things there are.
struct Tally: Hashable, Sendable {
    private enum Node: Hashable, Sendable {
        case leaf([UInt32])
        case fork([Node])
    }

    /// Leaves are wide, because counts are cheap to copy; forks are narrow, because each branch of a copy must be counted as shared.
    private static let leafWidth = 32
    private static let forkWidth = 4

    private var root = Node.leaf([])
    private var width = leafWidth

    /// How often the thing at that index happened.
    subscript(index: Int) -> Int {
        index < width ? Self.value(root, index, width) : 0
    }

    /// A copy in which it happened once more.
    func adding(at index: Int) -> Tally {
        var copy = self
        while index >= copy.width {
            copy.root = .fork([copy.root])
            copy.width *= Self.forkWidth
        }
        copy.root = Self.adding(copy.root, index, copy.width)
        return copy
    }

    private static func value(_ node: Node, _ index: Int, _ width: Int) -> Int {
        switch node {
        case .leaf(let counts): return index < counts.count ? Int(counts[index]) : 0
        case .fork(let branches):
            let (branch, rest) = index.quotientAndRemainder(dividingBy: width / forkWidth)
            return branch < branches.count ? value(branches[branch], rest, width / forkWidth) : 0
        }
    }

    private static func adding(_ node: Node, _ index: Int, _ width: Int) -> Node {
        switch node {
        case .leaf(var counts):
            counts.append(contentsOf: repeatElement(0, count: max(0, index + 1 - counts.count)))
            counts[index] += 1
            return .leaf(counts)
        case .fork(var branches):
            let below = width / forkWidth
            let (branch, rest) = index.quotientAndRemainder(dividingBy: below)
            let fresh = below == leafWidth ? Node.leaf([]) : .fork([])
            branches.append(contentsOf: repeatElement(fresh, count: max(0, branch + 1 - branches.count)))
            branches[branch] = adding(branches[branch], rest, below)
            return .fork(branches)
        }
    }
}
