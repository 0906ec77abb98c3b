/// How far a cassette has been played: how often each of its exchanges was given as an answer.
///
/// A value like any other: keep an old one to rewind, compare two to see what happened between them.
public struct PlaybackState: Hashable, Sendable {
    /// In which order requests may come.
    public enum Order: Hashable, Sendable {
        /// Equal requests get their answers in the order of the recording; different ones may come in any order.
        case perRequest
        /// All requests must come in the order of the recording.
        case strict
    }

    /// What a request gets that was recorded less often than it is made.
    public enum Repetition: Hashable, Sendable {
        /// An error.
        case never
        /// The last of its answers, again and again.
        case last
        /// All of its answers from the first one on; with a strict order, the whole cassette.
        case all
    }

    /// In which order requests may come.
    public let order: Order

    /// What a request gets that was recorded less often than it is made.
    public let repetition: Repetition

    /// How many answers were given.
    public private(set) var total = 0

    private var plays = Tally()

    /// A playhead before the first exchange.
    public init(order: Order = .perRequest, repetition: Repetition = .never) {
        self.order = order
        self.repetition = repetition
    }

    /// How often the exchange at that index was played.
    public func plays(of index: Int) -> Int {
        plays[index]
    }

    /// The playhead after the exchange at that index was played once more.
    public func playing(_ index: Int) -> PlaybackState {
        var next = self
        next.plays = plays.adding(at: index)
        next.total += 1
        return next
    }
}

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

/// Exchanges of a cassette that nobody asked for.
public struct UnusedInteractions: Error, Hashable, Sendable {
    /// Their places in the cassette, from 0.
    public let indices: [Int]

    private let lines: [String]

    /// The exchanges that were never played; nil if all were.
    public init?(of cassette: Cassette, at playhead: PlaybackState) {
        indices = cassette.unused(at: playhead)
        lines = indices.map { "#\($0 + 1) \(cassette.interactions[$0])" }
        if indices.isEmpty { return nil }
    }
}

extension UnusedInteractions: CustomStringConvertible, LocalizedError {
    /// `1 interaction was never requested.   #4 DELETE https://api.example.com/v1/sessions/current → 204`
    public var description: String {
        let opening = indices.count == 1 ? "1 interaction was" : "\(indices.count) interactions were"
        let separator = indices.count == 1 ? "   " : "\n  "
        return "\(opening) never requested.\(separator)\(lines.joined(separator: "\n  "))"
    }

    public var errorDescription: String? { description }
}
