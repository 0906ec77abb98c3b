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
