extension Cassette {
    /// In which order requests may come.
    public enum Order: Hashable, Sendable {
        /// Equal requests get their responses in the order of the recording; different requests may come in any order.
        case perRequest
        /// All requests must come in the order of the recording.
        case strict
    }
}

/// How often each interaction of a cassette was played.
///
/// It is a value: playing another copy does not change it.
package struct PlaybackState: Hashable, Sendable {
    /// In which order requests may come.
    package let order: Cassette.Order

    /// Whether a request that is made more often than it was recorded gets its last response again. If not, it is an
    /// error.
    package let allowRepeats: Bool

    /// How many responses were used.
    package private(set) var total = 0

    private var counts = PlayCounts()

    /// The state before the first request.
    package init(order: Cassette.Order = .perRequest, allowRepeats: Bool = false) {
        self.order = order
        self.allowRepeats = allowRepeats
    }

    /// How often the interaction at that index was played.
    package func plays(of index: Int) -> Int {
        counts[index]
    }

    /// The state after the interaction at that index was played once more.
    package func playing(_ index: Int) -> PlaybackState {
        var next = self
        next.counts = counts.incrementing(index)
        next.total += 1
        return next
    }
}

/// One count for each interaction, all zero at first.
///
/// The counts are the leaves of a tree. A changed copy shares with the original all nodes except those on the path to
/// one leaf, so that a play costs about the same whatever the length of the cassette.
struct PlayCounts: Hashable, Sendable {
    private enum Node: Hashable, Sendable {
        case leaf([UInt32])
        case fork([Node])
    }

    /// Leaves are wide, because copying numbers is cheap. Forks are narrow, because copying one retains each of its
    /// branches.
    private static let leafWidth = 32
    private static let forkWidth = 4

    private var root = Node.leaf([])
    private var width = leafWidth

    subscript(index: Int) -> Int {
        index < width ? Self.value(root, index, width) : 0
    }

    /// A copy in which the count at that index is larger by one.
    func incrementing(_ index: Int) -> PlayCounts {
        var copy = self
        while index >= copy.width {
            copy.root = .fork([copy.root])
            copy.width *= Self.forkWidth
        }
        copy.root = Self.incrementing(copy.root, index, copy.width)
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

    private static func incrementing(_ node: Node, _ index: Int, _ width: Int) -> Node {
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
            branches[branch] = incrementing(branches[branch], rest, below)
            return .fork(branches)
        }
    }
}

extension Cassette {
    /// The indices of the interactions that were never played.
    package func unused(at playback: PlaybackState) -> [Int] {
        interactions.indices.filter { playback.plays(of: $0) == 0 }
    }
}

extension CassetteError {
    /// How many interactions the description lists.
    private static let listed = 10

    /// The interactions that were never played; nil if all were.
    package init?(unusedIn cassette: Cassette, at playback: PlaybackState, file: String? = nil) {
        let indices = cassette.unused(at: playback)
        guard !indices.isEmpty else { return nil }
        let rest = indices.count - Self.listed
        let lines = indices.prefix(Self.listed).map { "#\($0 + 1) \(cassette.interactions[$0])" }
        self.init(
            .unused(indices, lines: lines + (rest > 0 ? ["… and \(rest) more"] : [])), file: file)
    }

    /// The indices of the interactions that were never played, if this is the problem.
    package var unusedIndices: [Int]? {
        if case .unused(let indices, _) = reason { indices } else { nil }
    }
}
