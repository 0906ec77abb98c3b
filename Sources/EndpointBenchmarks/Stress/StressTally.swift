import EndpointTesting

/// What has come of the exchanges so far.
final class StressTally: Sendable {
    struct State: Sendable {
        var underWay: [Int: StressExchange] = [:]
        var counts: [Behaviour: [Verdict: Int]] = [:]
        var finished = 0
        var doubled = 0
        var overreported = 0
        var examples: [String] = []
    }

    private let state = Locked(State())

    /// A copy of everything.
    var snapshot: State { state.withLock { $0 } }

    /// How many exchanges have ended.
    var finished: Int { state.withLock { $0.finished } }

    func begin(_ exchange: StressExchange) {
        state.withLock { $0.underWay[exchange.number] = exchange }
    }

    /// Counts an end. The first of an exchange's results is true; another one is counted as doubled.
    func end(_ exchange: StressExchange, _ result: Result<Arrival, any Error>) -> Bool {
        let verdict = StressJudge(exchange: exchange).verdict(on: result)
        return state.withLock { state in
            guard state.underWay.removeValue(forKey: exchange.number) != nil else {
                state.doubled += 1
                return false
            }
            state.finished += 1
            state.counts[exchange.behaviour, default: [:]][verdict, default: 0] += 1
            if verdict.needsExplaining { state.keep("\(verdict.rawValue): \(exchange.summary): \(result.summary)") }
            return true
        }
    }

    /// Counts a progress report that cannot be true.
    func check(_ progress: UploadProgress) {
        guard let total = progress.total, progress.sent > total else { return }
        state.withLock { $0.overreported += 1 }
    }
}

extension StressTally.State {
    fileprivate mutating func keep(_ example: String) {
        if examples.count < 20 { examples.append(example) }
    }

    /// All exchanges that ended so.
    func total(_ verdict: Verdict) -> Int {
        counts.values.reduce(0) { $0 + $1[verdict, default: 0] }
    }
}
