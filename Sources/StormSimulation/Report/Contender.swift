import EndpointPolicy

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
