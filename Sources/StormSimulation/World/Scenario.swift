import EndpointClient

/// The clients: by default many phones, each of which makes a call now and then.
struct Fleet {
    var clients = 100_000
    /// Calls per second of one client.
    var rate = 0.05
    /// The capacity of the server as a multiple of the normal load.
    var headroom = 1.3
    /// The timeout of an attempt in seconds, the same for every policy: by default that of `standard`. The queue of the
    /// server is twice as long.
    var attemptTimeout = 20.0
    /// Whether all clients start with the simulation. Otherwise each has made calls before, at its rate.
    var isNew = false
    var seed: UInt64 = 1

    /// Calls per second of all clients.
    var load: Double { Double(clients) * rate }

    /// Twenty servers that call another, with 250 calls a second each.
    static let servers = Fleet(clients: 20, rate: 250)
}

/// The fault of the server and the length of the simulation. Times are in seconds from the beginning.
struct Scenario {
    let fault: Fault
    let outage: Range<Double>
    let end: Double

    /// The server hangs for a minute; twelve more are simulated: the storm table.
    static let hang = Scenario(fault: .hang, outage: 30..<90, end: 810)
    /// The server answers 503 for ten minutes.
    static let refusal = Scenario(fault: .refuse, outage: 30..<630, end: 660)
    /// The server answers 503 for a minute, with the remaining time in `Retry-After`.
    static let announcedRefusal = Scenario(fault: .refuseUntilTheEnd, outage: 30..<90, end: 390)
    /// A deployment restarts the machines, a third at a time, for 20 s each.
    static let deployment = Scenario(fault: .rollingRestart, outage: 30..<90, end: 810)
    /// One answer in twenty fails, for ten minutes.
    static let flakiness = Scenario(fault: .flaky(0.05), outage: 30..<630, end: 660)
    /// One of ten machines answers 500, for five minutes.
    static let failingMachine = Scenario(fault: .failingMachine, outage: 30..<330, end: 360)
    /// One of ten machines does not answer, for ten minutes.
    static let hangingMachine = Scenario(fault: .hangingMachine, outage: 30..<630, end: 660)

    /// This share of the answers fails, for five minutes.
    static func failures(_ share: Double) -> Scenario {
        Scenario(fault: .flaky(share), outage: 30..<330, end: 360)
    }
}
