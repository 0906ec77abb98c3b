/// What befalls the server, and how long it is watched. Times are in seconds from the beginning.
struct Scenario {
    let fault: Fault
    let outage: Range<Double>
    let end: Double

    /// It hangs for a minute, and is watched for twelve more: the storm table.
    static let hang = Scenario(fault: .hang, outage: 30..<90, end: 810)
    /// It answers 503 for ten minutes.
    static let refusal = Scenario(fault: .refuse, outage: 30..<630, end: 660)
    /// It answers 503 for a minute, and says how long.
    static let announcedRefusal = Scenario(fault: .refuseUntilTheEnd, outage: 30..<90, end: 240)
    /// One answer in twenty is a failure, for ten minutes.
    static let flakiness = Scenario(fault: .flaky(0.05), outage: 30..<630, end: 660)
}
