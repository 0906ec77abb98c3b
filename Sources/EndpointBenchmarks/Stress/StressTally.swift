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

/// The end of a run as a table and as checks.
struct StressSummary {
    let state: StressTally.State
    let report: StressReport
    let leftOver: Int
    let start: ProcessFootprint
    let end: ProcessFootprint

    func printTable() {
        Console.line(row("", Verdict.allCases.map(\.rawValue)))
        for behaviour in Behaviour.allCases {
            Console.line(row("\(behaviour)", Verdict.allCases.map { count(state.counts[behaviour]?[$0] ?? 0) }))
        }
        Console.line(row("all", Verdict.allCases.map { count(state.total($0)) }))
        Console.line("the server saw \(report.requests) requests")
        Console.line("footprint: \(start), at the end \(end)")
    }

    /// What must be zero, with its name.
    var faults: [(name: String, count: Int)] {
        Verdict.allCases.filter(\.isWrong).map { ($0.rawValue, state.total($0)) } + [
            ("lost", state.underWay.count),
            ("doubled", state.doubled),
            ("damaged bodies at the server", report.damaged),
            ("progress beyond the total", state.overreported),
            ("left in the client's tables", leftOver),
        ]
    }

    /// - Throws: ``MissedGoal`` with everything that is not as it must be.
    func check(filesGoal: Int) throws {
        for example in state.examples { Console.line(example) }
        Console.line("0 of: \(faults.filter { $0.count == 0 }.map(\.name).joined(separator: ", "))")
        var faults = faults.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
        if state.total(.disturbed) * 100 > state.finished { faults.append("more than 1 % disturbed") }
        if end.files > filesGoal { faults.append("more than \(filesGoal) descriptors open") }
        if !faults.isEmpty { throw MissedGoal("stress: \(faults.joined(separator: ", ")).") }
    }

    private func count(_ count: Int) -> String { count == 0 ? "·" : String(count) }

    private func row(_ name: String, _ cells: [String]) -> String {
        ([name.padding(toLength: 12, withPad: " ", startingAt: 0)]
            + cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }).joined()
    }
}
