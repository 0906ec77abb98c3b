import EndpointTesting

/// Counts how the exchanges have ended so far.
final class StressTally: Sendable {
    struct State: Sendable {
        var underWay: [Int: StressExchange] = [:]
        var counts: [ServerBehaviour: [Outcome: Int]] = [:]
        var finished = 0
        var doubled = 0
        var overreported = 0
        var examples: [String] = []
    }

    private let state = Locked(State())

    /// A copy of the state.
    var snapshot: State { state.withLock { $0 } }

    /// How many exchanges have ended.
    var finished: Int { state.withLock { $0.finished } }

    func begin(_ exchange: StressExchange) {
        state.withLock { $0.underWay[exchange.number] = exchange }
    }

    /// Counts the end of an exchange. True for the first end; a second end of the same exchange is counted as doubled.
    func end(_ exchange: StressExchange, _ result: Result<ReceivedAnswer, any Error>) -> Bool {
        let outcome = OutcomeClassifier(exchange: exchange).outcome(of: result)
        return state.withLock { state in
            guard state.underWay.removeValue(forKey: exchange.number) != nil else {
                state.doubled += 1
                return false
            }
            state.finished += 1
            state.counts[exchange.behaviour, default: [:]][outcome, default: 0] += 1
            if outcome.needsExplaining { state.keep("\(outcome.rawValue): \(exchange.summary): \(result.summary)") }
            return true
        }
    }

    /// Counts a progress report with more bytes sent than the total.
    func check(_ progress: TransferProgress) {
        guard let total = progress.total, progress.bytes > total else { return }
        state.withLock { $0.overreported += 1 }
    }
}

extension StressTally.State {
    fileprivate mutating func keep(_ example: String) {
        if examples.count < 20 { examples.append(example) }
    }

    /// The number of exchanges with an outcome.
    func total(_ outcome: Outcome) -> Int {
        counts.values.reduce(0) { $0 + $1[outcome, default: 0] }
    }
}

/// Prints the result of a run as a table and checks it.
struct StressSummary {
    let state: StressTally.State
    let report: StressReport
    let leftOver: Int
    let start: ProcessFootprint
    let end: ProcessFootprint

    func printTable() {
        Console.line(row("", Outcome.allCases.map(\.rawValue)))
        for behaviour in ServerBehaviour.allCases {
            Console.line(row("\(behaviour)", Outcome.allCases.map { count(state.counts[behaviour]?[$0] ?? 0) }))
        }
        Console.line(row("all", Outcome.allCases.map { count(state.total($0)) }))
        Console.line("the server saw \(report.requests) requests")
        Console.line("footprint: \(start), at the end \(end)")
    }

    /// The counts that must be zero, with their names.
    var faults: [(name: String, count: Int)] {
        Outcome.allCases.filter(\.isWrong).map { ($0.rawValue, state.total($0)) } + [
            ("lost", state.underWay.count),
            ("doubled", state.doubled),
            ("damaged bodies at the server", report.damaged),
            ("progress beyond the total", state.overreported),
            ("left in the client's tables", leftOver),
        ]
    }

    /// - Throws: ``MissedGoal`` with a list of all faults.
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
