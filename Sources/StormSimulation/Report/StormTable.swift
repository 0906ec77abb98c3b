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
