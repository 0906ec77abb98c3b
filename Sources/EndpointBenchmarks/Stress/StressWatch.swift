import EndpointTesting

/// Ends the process when no exchange has ended for a while. It has a thread of its own, because what hangs may be the
/// threads of all tasks.
struct StressWatch: Sendable {
    let tally: StressTally
    let client: URLSessionClient
    private static let patience = 30

    func start() {
        let thread = Thread { run() }
        thread.start()
    }

    private func run() {
        var (finished, silence) = (-1, 0)
        while silence < Self.patience {
            Thread.sleep(forTimeInterval: 1)
            let now = tally.finished
            silence = now == finished ? silence + 1 : 0
            finished = now
        }
        giveUp()
    }

    private func giveUp() -> Never {
        let state = tally.snapshot
        Console.complain("FAILED: hang: nothing has ended for \(Self.patience) s; \(state.finished) exchanges had.")
        Console.complain("In the client: \(client.callsUnderWay) calls. Waiting for an answer:")
        for exchange in state.underWay.values.prefix(50) { Console.complain("  \(exchange.summary)") }
        exit(1)
    }
}
