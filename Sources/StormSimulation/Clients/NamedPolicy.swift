import EndpointClient

/// A policy with its name in the tables.
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
    static let obeyingExactly = NamedPolicy("ours, but Retry-After obeyed exactly", OurRetry(.obeyingExactly))
    static let alwaysAfterTimeouts = NamedPolicy(
        "ours, but timeouts retried without a recent success", OurRetry(.alwaysAfterTimeouts))
    static let neverAfterTimeouts = NamedPolicy("ours, but no retry after a timeout", OurRetry(.neverAfterTimeouts))
    static let plain = NamedPolicy("3 attempts, exponential + full jitter, no budget", PlainRetry())
    static let noRetry = NamedPolicy("no retry", NoRetry())
    static let grpc = NamedPolicy("gRPC A6 throttle", GRPCRetry())
    static let aws = NamedPolicy("AWS SDK 2.1 token bucket", AWSRetry())

    /// The rows of the tables.
    static let all = [
        noRetry,
        plain,
        NamedPolicy("Alamofire's retry policy", AlamofireRetry()),
        NamedPolicy("Polly's retry strategy", PollyRetry()),
        NamedPolicy("Microsoft's standard handler with its breaker", MicrosoftRetry()),
        NamedPolicy("Finagle's / tower's budget", FinagleRetry()),
        NamedPolicy("Envoy's budget", EnvoyRetry()),
        aws,
        NamedPolicy("AWS SDK, adaptive", AWSAdaptiveRetry()),
        grpc,
        ours,
        oursAndBreaker,
        NamedPolicy(
            "ours + breaker that stays open 10 s every time",
            OurRetryAndBreaker(CircuitBreakerPolicy(longestOpenTime: .seconds(10), jitter: 0))),
        alwaysAfterTimeouts,
        neverAfterTimeouts,
    ]
}
