extension Tally {
    private var outage: Range<Int> { Int(scenario.outage.lowerBound)..<Int(scenario.outage.upperBound) }
    private var aftermath: Range<Int> { outage.upperBound..<Int(scenario.end) }

    /// Requests per call that began in the outage.
    var attemptsPerCall: Double { Double(attempts[outage].sum) / Double(calls[outage].sum) }

    /// The share of the calls begun in the outage that ended well.
    var successInOutage: Double { Double(successes[outage].sum) / Double(calls[outage].sum) }

    /// The share of the calls begun after the outage that ended well.
    var successAfterwards: Double { Double(successes[aftermath].sum) / Double(calls[aftermath].sum) }

    /// Seconds from the end of the outage until 99 % of the calls begun in each of ten seconds in a row end well.
    var recovery: Int? {
        let good = aftermath.map { Double(successes[$0]) >= 0.99 * Double(calls[$0]) }
        return good.indices.dropLast(9).first { good[$0..<$0 + 10].allSatisfy(\.self) }
    }

    /// The most requests that reached the server within one second.
    var peak: Int { load.max() ?? 0 }
}

extension ArraySlice<Int> {
    fileprivate var sum: Int { reduce(0, +) }
}
