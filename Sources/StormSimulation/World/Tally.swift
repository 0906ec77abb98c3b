/// What happened, second by second.
struct Tally {
    let scenario: Scenario
    /// Calls by the second in which they began.
    private(set) var calls: [Int]
    /// Those of them that ended well.
    private(set) var successes: [Int]
    /// The attempts that they made.
    private(set) var attempts: [Int]
    /// Requests by the second in which they reached the server.
    private(set) var load: [Int]

    init(_ scenario: Scenario) {
        self.scenario = scenario
        let seconds = [Int](repeating: 0, count: Int(scenario.end) + 60)
        (calls, successes, attempts, load) = (seconds, seconds, seconds, seconds)
    }

    mutating func began(_ call: Call) {
        calls[call.second] += 1
    }

    mutating func sent(_ call: Call, at now: Int) {
        attempts[call.second] += 1
        load[now / 1000] += 1
    }

    mutating func succeeded(_ call: Call) {
        successes[call.second] += 1
    }
}

extension Call {
    fileprivate var second: Int { Int(start) / 1000 }
}
