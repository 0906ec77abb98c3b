import EndpointClient

/// The bounds for the library's policies, each with its scenario.
///
/// Except for the storm, there are 20,000 phones instead of 100,000, with a server that is smaller by as much: the
/// figures are the same but for the noise.
struct Gates {
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
    }

    /// All gates, in the order of the report.
    func all() -> [Gate] {
        storm() + rareCalls() + refusals() + deployments() + brokenMachines() + servers()
    }

    private func phones(rate: Double = 0.05, headroom: Double = 1.3, limit: Double = 20, isNew: Bool = false) -> Fleet {
        Fleet(clients: 20_000, rate: rate, headroom: headroom, attemptTimeout: limit, isNew: isNew, seed: seed)
    }

    /// 100,000 phones, with the attempt limit of `standard`. The breaker must reduce the load; the time without
    /// requests of a single client, up to 90 s, is not gated.
    private func storm() -> [Gate] {
        let fleet = Fleet(seed: seed)
        let (none, ours) = (NamedPolicy.noRetry.play(fleet, .hang), NamedPolicy.ours.play(fleet, .hang))
        let breaker = NamedPolicy.oursAndBreaker.play(fleet, .hang)
        let name = "server hangs for 60 s"
        let short = NamedPolicy.ours.play(phones(limit: 10), .hang)
        return [
            Gate(name: "\(name): attempts per call", measured: ours.attemptsPerCall, bound: 2),
            Gate(
                name: "\(name): seconds to recover, at most 10 more than without retries",
                measured: ours.recoverySeconds, bound: none.recoverySeconds + 10),
            Gate(
                name: "\(name): success in the 12 min after, by that without retries",
                measured: ours.successAfterwards / none.successAfterwards, bound: 0.98, isFloor: true),
            Gate(
                name: "\(name), with the breaker: attempts per call", measured: breaker.attemptsPerCall,
                bound: ours.attemptsPerCall),
            Gate(
                name: "\(name), with the breaker: success in the 12 min after", measured: breaker.successAfterwards,
                bound: ours.successAfterwards, isFloor: true),
            Gate(name: "\(name), limit of 10 s: attempts per call", measured: short.attemptsPerCall, bound: 2),
            Gate(name: "\(name), limit of 10 s: seconds to recover", measured: short.recoverySeconds, bound: 75),
        ]
    }

    /// Clients that start during the outage have no success to look back to: their first timeout is retried.
    private func rareCalls() -> [Gate] {
        let name = "server hangs for 60 s, 0.01 calls a second"
        let new = phones(rate: 0.01, isNew: true)
        return [
            Gate(
                name: "\(name): seconds to recover",
                measured: NamedPolicy.ours.play(phones(rate: 0.01), .hang).recoverySeconds, bound: 150),
            Gate(
                name: "\(name), all clients new (aim 150; their first timeout is retried): seconds to recover",
                measured: NamedPolicy.ours.play(new, .hang).recoverySeconds, bound: 250),
        ]
    }

    private func refusals() -> [Gate] {
        let ours = NamedPolicy.ours.play(phones(), .announcedRefusal)
        let exact = NamedPolicy.obeyingExactly.play(phones(), .announcedRefusal)
        let name = "60 s of 503s with Retry-After"
        return [
            Gate(
                name: "600 s of fast 503s: attempts per call",
                measured: NamedPolicy.ours.play(phones(), .refusal).attemptsPerCall, bound: 1.15),
            Gate(name: "\(name): peak by the load", measured: Double(ours.peak) / phones().load, bound: 4),
            Gate(
                name: "\(name): peak by that of obeying exactly", measured: Double(ours.peak) / Double(exact.peak),
                bound: 0.4),
            Gate(name: "\(name): seconds to recover", measured: ours.recoverySeconds, bound: 0),
        ]
    }

    /// With a limit of 10 s and little headroom, repeating what the restarted machines have lost is too much. Not
    /// repeating it costs more with the limit of `standard`, or with more headroom.
    private func deployments() -> [Gate] {
        let fleets = [
            ("headroom 1.25", phones(headroom: 1.25), -0.1), ("headroom 1.3, limit of 10 s", phones(limit: 10), 0),
            ("headroom 1.25, limit of 10 s (aim -0.1, not met)", phones(headroom: 1.25, limit: 10), -0.4),
        ]
        return fleets.map { name, fleet, bound in
            let ours = NamedPolicy.ours.play(fleet, .deployment)
            let none = NamedPolicy.noRetry.play(fleet, .deployment)
            return Gate(
                name: "rolling restart, \(name): success in the worst 10 s, less that without retries",
                measured: ours.worst - none.worst, bound: bound, isFloor: true)
        }
    }

    private func brokenMachines() -> [Gate] {
        let rare = NamedPolicy.ours.play(phones(rate: 0.01), .hangingMachine)
        return [
            success("5 % random failures", .ours, phones(), .flakiness, 0.9995),
            success("1 of 10 machines hangs, phones", .ours, phones(), .hangingMachine, 0.98),
            Gate(
                name: "1 of 10 machines hangs, 0.01 calls a second (0.90 without retries after timeouts)",
                measured: rare.successInOutage, bound: 0.96, isFloor: true),
        ]
    }

    private func servers() -> [Gate] {
        var fleet = Fleet.servers
        fleet.seed = seed
        return [
            success("20 % random failures, servers with breaker", .oursAndBreaker, fleet, .failures(0.2), 0.99),
            success("30 % random failures, servers with breaker", .oursAndBreaker, fleet, .failures(0.3), 0.97),
            success("1 of 10 machines answers 500, servers", .ours, fleet, .failingMachine, 0.998),
            success("1 of 10 machines hangs, servers", .ours, fleet, .hangingMachine, 0.93),
        ]
    }

    private func success(
        _ name: String, _ policy: NamedPolicy, _ fleet: Fleet, _ scenario: Scenario, _ bound: Double
    ) -> Gate {
        Gate(
            name: "\(name): share of calls that succeed", measured: policy.play(fleet, scenario).successInOutage,
            bound: bound, isFloor: true)
    }
}
