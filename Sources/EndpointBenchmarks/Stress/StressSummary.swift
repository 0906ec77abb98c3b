import EndpointTesting

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
