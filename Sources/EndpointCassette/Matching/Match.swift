/// The result of a search in a cassette.
package enum Match: Hashable, Sendable {
    /// The interaction at that index, and the state after it was played.
    case hit(Int, PlaybackState)
    /// The request was recorded, but all its responses have been used. The index is that of the last one.
    case exhausted(Int)
    /// The request was not recorded. The most similar ones come first.
    case miss(nearest: [NearMiss])
}

extension Cassette {
    /// The match for a request. A hit takes the same time whatever the length of the cassette.
    ///
    /// - Parameters:
    ///   - request: The request, with its secrets replaced as in the cassette: see ``PlaceholderTable``.
    ///   - index: The index of this cassette.
    ///   - playback: The interactions played so far.
    package func match(_ request: Interaction.Request, by index: CassetteIndex, at playback: PlaybackState) -> Match {
        let group = index.group(of: request, in: self)
        if playback.order == .strict { return matchInOrder(request, group, index, playback) }
        if let next = Self.firstUnplayed(in: group, playback) { return .hit(next, playback.playing(next)) }
        return matchAfterEnd(request, group, index, playback)
    }

    /// The match for a request, with an index for this one search, which takes time in proportion to the length of the
    /// cassette.
    package func match(
        _ request: Interaction.Request, by matching: Matching = .standard, at playback: PlaybackState
    ) -> Match {
        match(request, by: CassetteIndex(self, by: matching), at: playback)
    }

    /// The first interaction of a group that has not been played yet, by binary search: a group is played from left to
    /// right.
    private static func firstUnplayed(in group: [Int], _ playback: PlaybackState) -> Int? {
        var (low, high) = (0, group.count)
        while low < high {
            let middle = (low + high) / 2
            if playback.plays(of: group[middle]) == 0 { high = middle } else { low = middle + 1 }
        }
        return low < group.count ? group[low] : nil
    }

    private func matchInOrder(
        _ request: Interaction.Request, _ group: [Int], _ index: CassetteIndex, _ playback: PlaybackState
    ) -> Match {
        let next = playback.total
        guard next < interactions.count else { return matchAfterEnd(request, group, index, playback) }
        let expected = interactions[next].request
        let differences = index.matching.differences(recorded: expected, live: request)
        if differences.isEmpty { return .hit(next, playback.playing(next)) }
        let place = Matching.Difference(
            .order, recorded: "#\(next + 1)", live: group.first.map { "#\($0 + 1)" } ?? "none")
        return .miss(nearest: [NearMiss(index: next, request: expected, differences: [place] + differences)])
    }

    /// Once all responses to a request have been played, the last one may be repeated.
    private func matchAfterEnd(
        _ request: Interaction.Request, _ group: [Int], _ index: CassetteIndex, _ playback: PlaybackState
    ) -> Match {
        guard let last = group.last else { return .miss(nearest: index.nearest(to: request, in: self)) }
        return playback.allowRepeats ? .hit(last, playback.playing(last)) : .exhausted(last)
    }
}
