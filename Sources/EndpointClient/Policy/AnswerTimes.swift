/// How long the answers of an origin took in the last 15 minutes, for their 95th percentile: so long that
/// a client with a call every twenty seconds has enough of them.
///
/// Five histograms of three minutes each, whose steps are 9 % of the time, from 50 ms to 205 s. So its size is
/// constant, less than 2 KiB, and a percentile is up to 9 % too long.
struct AnswerTimes: Hashable, Sendable {
    private struct Slot: Hashable {
        var stamp = Int64.min
        var counts: [UInt32] = []
        var count: Int64 = 0
    }

    private static let shortest = 0.05
    private static let stepsPerDoubling = 8.0
    private static let steps = 97
    private static let slots: Int64 = 5
    private static let length = Duration.seconds(180)
    private var history = [Slot](repeating: Slot(), count: Int(Self.slots))

    /// Counts an answer that took a time.
    mutating func add(_ duration: Duration, at now: Duration) {
        let stamp = Self.stamp(of: now)
        let turn = Int((stamp % Self.slots + Self.slots) % Self.slots)  // Times may be below zero.
        if history[turn].stamp != stamp {
            history[turn] = Slot(stamp: stamp, counts: [UInt32](repeating: 0, count: Self.steps))
        }
        guard history[turn].count < UInt32.max else { return }
        history[turn].counts[Self.step(of: duration)] += 1
        history[turn].count += 1
    }

    /// A time that at most 5 % of the answers exceeded, at least 50 ms; nil with fewer than 20 answers.
    func percentile95(at now: Duration) -> Duration? {
        let current = Self.stamp(of: now)
        let recent = history.filter { $0.stamp <= current && $0.stamp > current - Self.slots }
        let count = recent.reduce(0) { $0 + $1.count }
        guard count >= 20 else { return nil }
        var longer: Int64 = 0
        for step in (1..<Self.steps).reversed() {
            for slot in recent { longer += Int64(slot.counts[step]) }
            if longer > count / 20 { return Self.end(of: step) }
        }
        return Self.end(of: 0)
    }

    private static func step(of duration: Duration) -> Int {
        let ratio = duration.inSeconds / shortest
        return ratio > 1 ? Int(min((stepsPerDoubling * log2(ratio)).rounded(.up), Double(steps - 1))) : 0
    }

    /// The longest time of a step.
    private static func end(of step: Int) -> Duration {
        .seconds(shortest * pow(2, Double(step) / stepsPerDoubling))
    }

    private static func stamp(of now: Duration) -> Int64 {
        Int64(exactly: (now / length).rounded(.down)) ?? 0
    }
}
