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

/// A policy with the name of its row.
struct Contender {
    let name: String
    let play: @Sendable (Fleet, Scenario) -> Tally

    init(_ name: String, _ client: some StormClient & Sendable) {
        self.name = name
        play = { fleet, scenario in Self.play(client, fleet, scenario) }
    }

    private static func play(_ client: some StormClient, _ fleet: Fleet, _ scenario: Scenario) -> Tally {
        var storm = Storm(client, fleet: fleet, scenario: scenario)
        return storm.run()
    }
}

extension Contender {
    static let ours = Contender("**ours**", OurRetry())
    static let oursAndBreaker = Contender("**ours + breaker**", OurRetryAndBreaker())
    static let obeyingExactly = Contender("ours, but Retry-After obeyed exactly", OurRetry(obeysExactly: true))
    static let plain = Contender("3 attempts, exponential + full jitter, no budget", PlainRetry())
    static let aws = Contender("AWS SDK 2.1 token bucket", AWSRetry())

    /// The rows of the storm table.
    static func all() throws(PolicyError) -> [Contender] {
        [
            Contender("no retry", NoRetry()),
            plain,
            Contender("Microsoft's standard handler with its breaker", try MicrosoftRetry()),
            Contender("Finagle's / tower's budget", FinagleRetry()),
            aws,
            Contender("gRPC A6 throttle", GRPCRetry()),
            ours,
            oursAndBreaker,
            Contender(
                "ours + breaker that stays open 10 s every time",
                OurRetryAndBreaker(try CircuitBreakerPolicy(longestOpenTime: .seconds(10), jitter: 0))),
        ]
    }
}

/// The storm table, in Markdown.
enum StormTable {
    static let header = """
        | policy | attempts per call in the outage | recovers after | success in the 12 min after | peak |
        |---|---|---|---|---|
        """

    static func row(_ name: String, _ tally: Tally) -> String {
        let recovery = tally.recovery.map { "\($0) s" } ?? "never"
        let cells = [
            name, tally.attemptsPerCall.text(decimals: 2), recovery,
            (tally.successAfterwards * 100).text(decimals: 1) + " %", "\(tally.peak)/s",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
