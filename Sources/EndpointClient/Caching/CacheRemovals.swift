/// Puts saves and removals in order, so that a response that was requested before a removal isn't stored after it.
///
/// A removal waits for the saves that have begun before it. A save that begins later, for a call from before it, is
/// refused.
final class CacheRemovals: Sendable {
    private struct State {
        var count = 0
        /// How many saves run that have begun after so many removals.
        var saves: [Int: Int] = [:]
        /// The removals that wait, by their number.
        var waiting: [Int: Promise<Void>] = [:]

        /// Ends a save, and returns the removals that need not wait any longer.
        mutating func endSave(after removals: Int) -> [Promise<Void>] {
            let rest = (saves[removals] ?? 1) - 1
            saves[removals] = rest == 0 ? nil : rest
            let earliest = saves.keys.min() ?? .max
            let ready = waiting.filter { $0.key <= earliest }
            for number in ready.keys { waiting[number] = nil }
            return Array(ready.values)
        }
    }

    private let state = Locked(State())

    /// The number of removals so far.
    var count: Int { state.withLock { $0.count } }

    /// Runs a save for a call that began after so many removals. Returns false, without running it, if there were more.
    func save(after removals: Int, _ save: () async -> Void) async -> Bool {
        let isCurrent = state.withLock { state in
            guard state.count == removals else { return false }
            state.saves[removals, default: 0] += 1
            return true
        }
        guard isCurrent else { return false }
        await save()
        for removal in state.withLock({ $0.endSave(after: removals) }) { removal.resolve(.success(())) }
        return true
    }

    /// Counts a removal, and returns when the saves that have begun before it have ended.
    func begin() async {
        let turn: Promise<Void>? = state.withLock { state in
            state.count += 1
            guard !state.saves.isEmpty else { return nil }
            let turn = Promise<Void>()
            state.waiting[state.count] = turn
            return turn
        }
        try? await turn?.value {}
    }
}
