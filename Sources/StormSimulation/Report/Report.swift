import EndpointPolicy
import Foundation

/// Plays the scenarios and prints what came of them.
struct Report {
    let fleet: Fleet

    /// Prints the storm table, row by row, and the other scenarios; writes the drawing if there is a file for it.
    func emit(svg: String?) throws {
        print(StormTable.header)
        var played: [String: Tally] = [:]
        for contender in try Contender.all() {
            let tally = contender.play(fleet, .hang)
            played[contender.name] = tally
            print(StormTable.row(contender.name, tally))
        }
        print()
        for gate in others() { print(gate.line) }
        if let svg { try draw(played, to: svg) }
    }

    /// Prints every gate. True if all of them pass.
    func check() -> Bool {
        let ours = Contender.ours.play(fleet, .hang)
        let withBreaker = Contender.oursAndBreaker.play(fleet, .hang)
        let storm = Gates.storm(ours) + Gates.breaker(withBreaker, without: ours)
        let gates = storm + others() + RefreshRace.gates()
        for gate in gates { print(gate.line) }
        return gates.allSatisfy(\.passes)
    }

    private func others() -> [Gate] {
        [
            Gates.refusal(Contender.ours.play(fleet, .refusal)),
            Gates.flakiness(Contender.ours.play(fleet, .flakiness)),
            Gates.retryAfter(
                Contender.ours.play(fleet, .announcedRefusal),
                obeyedExactly: Contender.obeyingExactly.play(fleet, .announcedRefusal)),
        ]
    }

    private func draw(_ played: [String: Tally], to path: String) throws {
        let series = [Contender.plain, .aws, .ours].map { contender in
            (contender.name.filter { $0 != "*" }, played[contender.name]?.load ?? [])
        }
        let chart = LoadChart(series: series, outage: Scenario.hang.outage, capacity: fleet.load * fleet.headroom)
        try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: path))
        print("The load over time is drawn in \(path).")
    }
}
