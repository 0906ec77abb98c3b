/// The table of the storm, in Markdown.
enum StormTable {
    static func recovery(of tally: Tally) -> String {
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

/// A case with a fleet of its own, and the figures of a policy in it.
struct Case: Sendable {
    let title: String
    let fleet: Fleet
    let scenario: Scenario
    let text: @Sendable (Tally, Fleet) -> String

    /// Phones in a fifth of the number: the figures are the same, apart from the noise of the last digit.
    static func phones(rate: Double = 0.05, headroom: Double = 1.3, limit: Double = 20) -> Fleet {
        Fleet(clients: 20_000, rate: rate, headroom: headroom, attemptTimeout: limit)
    }

    /// The cases beside the storm.
    static let all = [
        Case(title: "`Retry-After`: peak, recovers after", fleet: phones(), scenario: .announcedRefusal) {
            "\((Double($0.peak) / $1.load).text(decimals: 1)) ×, \(StormTable.recovery(of: $0))"
        },
        Case(title: "0.01 calls a second, hang: recovers after", fleet: phones(rate: 0.01), scenario: .hang) {
            tally, _ in
            StormTable.recovery(of: tally)
        },
        Case(title: "deployment at headroom 1.25: worst 10 s", fleet: phones(headroom: 1.25), scenario: .deployment) {
            worst($0, $1)
        },
        Case(
            title: "the same with a limit of 10 s", fleet: phones(headroom: 1.25, limit: 10), scenario: .deployment
        ) {
            worst($0, $1)
        },
        Case(title: "1 of 10 machines hangs, phones", fleet: phones(), scenario: .hangingMachine, text: success),
        Case(
            title: "the same, 0.01 calls a second", fleet: phones(rate: 0.01), scenario: .hangingMachine, text: success),
        Case(title: "20 % fail, servers", fleet: .servers, scenario: .failures(0.2), text: success),
        Case(title: "30 % fail, servers", fleet: .servers, scenario: .failures(0.3), text: success),
        Case(title: "1 of 10 machines fails, servers", fleet: .servers, scenario: .failingMachine, text: success),
    ]

    private static let success: @Sendable (Tally, Fleet) -> String = { tally, _ in
        (tally.successInOutage * 100).text(decimals: 2) + " %"
    }

    private static let worst: @Sendable (Tally, Fleet) -> String = { tally, _ in
        "\((tally.worst * 100).text(decimals: 0)) %, \(StormTable.recovery(of: tally))"
    }

    func play(_ policy: NamedPolicy) -> String {
        text(policy.play(fleet, scenario), fleet)
    }

    /// A table of all cases: a row for each policy.
    static var header: String {
        let cells = ["policy"] + all.map(\.title)
        return "| " + cells.joined(separator: " | ") + " |\n|" + String(repeating: "---|", count: cells.count)
    }
}
