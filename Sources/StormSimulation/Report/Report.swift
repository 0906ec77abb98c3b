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
        for policy in NamedPolicy.all() {
            let tally = policy.play(fleet, .hang)
            played[policy.name] = tally
            print(StormTable.row(policy.name, tally))
        }
        print("\n\(StormTable.deploymentHeader)")
        for policy in NamedPolicy.all() {
            print(StormTable.deploymentRow(policy.name, policy.play(fleet, .deployment)))
        }
        print()
        for gate in others() { print(gate.line) }
        if let svg { try draw(played, to: svg) }
    }

    /// Prints every gate. True if all of them pass.
    func check() -> Bool {
        let ours = NamedPolicy.ours.play(fleet, .hang)
        let withBreaker = NamedPolicy.oursAndBreaker.play(fleet, .hang)
        let storm = Gates.storm(ours) + Gates.breaker(withBreaker, without: ours)
        let gates = storm + others() + RefreshRace.gates()
        for gate in gates { print(gate.line) }
        return gates.allSatisfy(\.passes)
    }

    private func others() -> [Gate] {
        [
            Gates.refusal(NamedPolicy.ours.play(fleet, .refusal)),
            Gates.flakiness(NamedPolicy.ours.play(fleet, .flakiness)),
        ]
            + Gates.retryAfter(
                NamedPolicy.ours.play(fleet, .announcedRefusal),
                obeyedExactly: NamedPolicy.obeyingExactly.play(fleet, .announcedRefusal))
            + Gates.deployment(
                NamedPolicy.ours.play(fleet, .deployment),
                withoutRetries: NamedPolicy.noRetry.play(fleet, .deployment))
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

/// A policy with its name in the table.
struct NamedPolicy {
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

extension NamedPolicy {
    static let ours = NamedPolicy("**ours**", OurRetry())
    static let oursAndBreaker = NamedPolicy("**ours + breaker**", OurRetryAndBreaker())
    static let obeyingExactly = NamedPolicy("ours, but Retry-After obeyed exactly", OurRetry(obeysExactly: true))
    static let plain = NamedPolicy("3 attempts, exponential + full jitter, no budget", PlainRetry())
    static let noRetry = NamedPolicy("no retry", NoRetry())
    static let grpc = NamedPolicy("gRPC A6 throttle", GRPCRetry())
    static let aws = NamedPolicy("AWS SDK 2.1 token bucket", AWSRetry())

    /// The rows of the storm table.
    static func all() -> [NamedPolicy] {
        [
            noRetry,
            plain,
            NamedPolicy("Microsoft's standard handler with its breaker", MicrosoftRetry()),
            NamedPolicy("Finagle's / tower's budget", FinagleRetry()),
            aws,
            grpc,
            ours,
            oursAndBreaker,
            NamedPolicy(
                "ours + breaker that stays open 10 s every time",
                OurRetryAndBreaker(CircuitBreakerPolicy(longestOpenTime: .seconds(10), jitter: 0))),
        ]
    }
}

/// The tables of the storm and of the deployment, in Markdown.
enum StormTable {
    static let deploymentHeader = """
        | policy | success in the worst 10 s of a rolling restart | recovers after |
        |---|---|---|
        """

    static func deploymentRow(_ name: String, _ tally: Tally) -> String {
        "| \(name) | \((tally.worst * 100).text(decimals: 0)) % | \(recovery(of: tally)) |"
    }

    private static func recovery(of tally: Tally) -> String {
        tally.recovery.map { "\($0) s" } ?? "never"
    }

    static let header = """
        | policy | attempts per call in the outage | recovers after | success in the 12 min after | peak |
        |---|---|---|---|---|
        """

    static func row(_ name: String, _ tally: Tally) -> String {
        let cells = [
            name, tally.attemptsPerCall.text(decimals: 2), recovery(of: tally),
            (tally.successAfterwards * 100).text(decimals: 1) + " %", "\(tally.peak)/s",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
