/// How many attempts succeeded and failed in the last while, to a tenth of it.
///
/// Ten slots that are used in turn, each stamped with its time: one that is too old, or from a time that has not come
/// yet because the clock was set back, does not count and is overwritten when its turn comes.
struct OutcomeWindow: Hashable, Sendable {
    private struct Slot: Hashable {
        var stamp = Int.min
        var attempts = 0
        var failures = 0
    }

    private let step: Duration
    private var slots = [Slot](repeating: Slot(), count: 10)

    init(_ length: Duration) {
        step = length / 10
    }

    /// Takes note of an attempt that ended.
    mutating func add(failed: Bool, at now: Duration) {
        let stamp = stamp(of: now)
        let turn = Int(stamp.magnitude % 10)
        if slots[turn].stamp != stamp { slots[turn] = Slot(stamp: stamp) }
        slots[turn].attempts += 1
        if failed { slots[turn].failures += 1 }
    }

    /// All attempts of the window, and those that failed.
    func counts(at now: Duration) -> (attempts: Int, failures: Int) {
        let current = stamp(of: now)
        var counts = (attempts: 0, failures: 0)
        for slot in slots where slot.stamp <= current && slot.stamp > current - slots.count {
            counts.attempts += slot.attempts
            counts.failures += slot.failures
        }
        return counts
    }

    private func stamp(of now: Duration) -> Int {
        Int(exactly: (now / step).rounded(.down)) ?? 0
    }
}
