extension RefreshRace {
    /// The accounts of many races, added up.
    static func run(_ schedules: Int, calls: Int) -> RaceAccount {
        var sum = RaceAccount()
        for seed in 0..<schedules {
            var race = RefreshRace(calls: calls, seed: UInt64(seed))
            sum += race.run()
        }
        return sum
    }

    /// The proof at full size: 10,000 calls in each of 1,000 schedules.
    static func gates() -> [Gate] {
        let sum = run(1000, calls: 10_000)
        let name = "refresh race, \(sum.calls) calls, \(sum.expiries) expiries"
        return [
            Gate(name: "\(name): refreshes per expiry", measured: sum.refreshesPerExpiry, bound: 1),
            Gate(name: "\(name): what went wrong", measured: Double(sum.wrongs), bound: 0),
        ]
    }
}
