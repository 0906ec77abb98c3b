/// Counts of calls and attempts, second by second.
struct Tally {
    let scenario: Scenario
    /// Calls by the second in which they began.
    private(set) var calls: [Int]
    /// Successful calls by the second in which they began.
    private(set) var successes: [Int]
    /// Attempts by the second in which their call began.
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

extension Tally {
    private var outage: Range<Int> { Int(scenario.outage.lowerBound)..<Int(scenario.outage.upperBound) }
    private var aftermath: Range<Int> { outage.upperBound..<Int(scenario.end) }

    /// Requests per call that began in the outage.
    var attemptsPerCall: Double { Double(attempts[outage].sum) / Double(calls[outage].sum) }

    /// The share of successful calls among those begun in the outage.
    var successInOutage: Double { Double(successes[outage].sum) / Double(calls[outage].sum) }

    /// The share of successful calls among those begun after the outage.
    var successAfterwards: Double { Double(successes[aftermath].sum) / Double(calls[aftermath].sum) }

    /// Seconds from the end of the outage until 99 % of the calls begun in each of ten consecutive seconds succeed; nil
    /// for never.
    var recovery: Int? {
        let good = aftermath.map { Double(successes[$0]) >= 0.99 * Double(calls[$0]) }
        return good.indices.dropLast(9).first { good[$0..<$0 + 10].allSatisfy(\.self) }
    }

    /// The least share of successful calls among those begun within ten consecutive seconds, from the beginning of the
    /// outage on.
    var worst: Double {
        (outage.lowerBound..<aftermath.upperBound - 10)
            .map { Double(successes[$0..<$0 + 10].sum) / Double(max(1, calls[$0..<$0 + 10].sum)) }.min() ?? 0
    }

    /// The most requests that reached the server in one second.
    var peak: Int { load.max() ?? 0 }
}

extension ArraySlice<Int> {
    fileprivate var sum: Int { reduce(0, +) }
}
