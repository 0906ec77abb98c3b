/// What a cassette has for a request.
public enum Match: Hashable, Sendable {
    /// The exchange at that index, and the playhead behind it.
    case hit(Int, PlaybackState)
    /// The request was recorded, but all its answers have been given; the index is that of the last one.
    case exhausted(Int)
    /// The request was not recorded. The most similar ones come first.
    case miss(nearest: [NearMiss])
}

extension Cassette {
    /// What this cassette has for a request, found in a time that depends on the request alone.
    ///
    /// - Parameters:
    ///   - request: What is asked, with its secrets replaced as in the cassette: see ``PlaceholderTable``.
    ///   - index: The index of this very cassette.
    ///   - playhead: What has been played so far.
    public func match(_ request: Interaction.Request, by index: CassetteIndex, at playhead: PlaybackState) -> Match {
        let group = index.group(of: request, in: self)
        if playhead.order == .strict { return matchInOrder(request, group, index, playhead) }
        guard let last = group.last else {
            return .miss(nearest: index.nearest(to: request, in: self))
        }
        let next = Self.next(in: group, playhead)
        switch playhead.repetition {
        case _ where playhead.plays(of: next) == 0: return .hit(next, playhead.playing(next))
        case .never: return .exhausted(last)
        case .last: return .hit(last, playhead.playing(last))
        case .all: return .hit(next, playhead.playing(next))
        }
    }

    /// The same with an index made on the spot, in a time that depends on the cassette too.
    public func match(
        _ request: Interaction.Request, by matching: Matching = .standard, at playhead: PlaybackState
    ) -> Match {
        match(request, by: CassetteIndex(self, by: matching), at: playhead)
    }

    /// The indices of the exchanges that were never played.
    public func unused(at playhead: PlaybackState) -> [Int] {
        interactions.indices.filter { playhead.plays(of: $0) == 0 }
    }

    /// The first exchange of the group that was played less often than its first one, or the first one itself.
    ///
    /// Exchanges of a group are played from left to right, so those that were played more often come first.
    private static func next(in group: [Int], _ playhead: PlaybackState) -> Int {
        let most = playhead.plays(of: group[0])
        var (low, high) = (0, group.count)
        while low < high {
            let middle = (low + high) / 2
            if playhead.plays(of: group[middle]) < most { high = middle } else { low = middle + 1 }
        }
        return group[low == group.count ? 0 : low]
    }

    private func matchInOrder(
        _ request: Interaction.Request, _ group: [Int], _ index: CassetteIndex, _ playhead: PlaybackState
    ) -> Match {
        guard !interactions.isEmpty else { return .miss(nearest: []) }
        let wraps = playhead.repetition == .all
        let next = wraps ? playhead.total % interactions.count : playhead.total
        guard next < interactions.count else {
            guard let last = group.last else { return .miss(nearest: index.nearest(to: request, in: self)) }
            return playhead.repetition == .last ? .hit(last, playhead.playing(last)) : .exhausted(last)
        }
        let expected = interactions[next].request
        let differences = index.matching.differences(recorded: expected, live: request)
        if differences.isEmpty { return .hit(next, playhead.playing(next)) }
        let place = Difference(.order, recorded: "#\(next + 1)", live: group.first.map { "#\($0 + 1)" } ?? "none")
        return .miss(nearest: [NearMiss(index: next, request: expected, differences: [place] + differences)])
    }
}
