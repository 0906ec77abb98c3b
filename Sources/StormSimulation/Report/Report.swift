import EndpointClient
import Foundation

/// Runs the scenarios and prints the results.
struct Report {
    let fleet: Fleet

    /// Prints the storm table, row by row, and the other scenarios; writes the chart if a path is given.
    func emit(svg: String?) throws {
        print(
            "\(fleet.clients) clients, \(fleet.rate) calls a second each, capacity \(fleet.headroom) times the load\n")
        print(StormTable.header)
        var played: [String: Tally] = [:]
        for policy in NamedPolicy.all {
            let tally = policy.play(fleet, .hang)
            played[policy.name] = tally
            print(StormTable.row(policy.name, tally))
        }
        print("\n\(Case.header)")
        for policy in NamedPolicy.all {
            print("| " + ([policy.name] + Case.all.map { $0.play(policy) }).joined(separator: " | ") + " |")
        }
        print()
        for gate in Gates(seed: fleet.seed).all() { print(gate.line) }
        if let svg { try draw(played, to: svg) }
    }

    /// Prints every gate. True if all of them pass.
    func check() -> Bool {
        let gates = Gates(seed: fleet.seed).all() + RefreshRace.gates()
        for gate in gates { print(gate.line) }
        return gates.allSatisfy(\.passes)
    }

    private func draw(_ played: [String: Tally], to path: String) throws {
        let series = [NamedPolicy.plain, .aws, .grpc, .ours].map { policy in
            (policy.name.filter { $0 != "*" }, played[policy.name]?.load ?? [])
        }
        let chart = LoadChart(series: series, outage: Scenario.hang.outage, capacity: fleet.load * fleet.headroom)
        try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: path))
        print("The load over time is drawn in \(path).")
    }
}
