/// Plays a scenario with one policy in every client, event by event on a virtual clock.
struct Storm<Client: StormClient> {
    private let fleet: Fleet
    private let scenario: Scenario
    private var clients: [Client]
    private var server: Server
    private var chance: SplitMix64
    private var wheel = EventWheel<StormEvent<Client.Pass>>()
    private var nextCall = 0.0
    private var now = 0
    private var tally: Tally

    init(_ client: Client, fleet: Fleet, scenario: Scenario) {
        self.fleet = fleet
        self.scenario = scenario
        clients = Array(repeating: client, count: fleet.clients)
        server = Server(
            scenario.fault, during: scenario.outage, capacity: fleet.load * fleet.headroom, queue: 2 * fleet.patience)
        chance = SplitMix64(seed: fleet.seed)
        tally = Tally(scenario)
    }

    /// What happened. Calls go on to be made for a minute after the end, so that the last ones meet the same world.
    mutating func run() -> Tally {
        while now < Int((scenario.end + 60) * 1000) {
            while let event = wheel.take(at: now) { handle(event) }
            while nextCall * 1000 < Double(now + 1) { makeCall() }
            now += 1
        }
        return tally
    }

    private var seconds: Double { Double(now) / 1000 }

    private mutating func makeCall() {
        let call = Call(client: Int32(chance.index(below: fleet.clients)), start: Int32(now))
        nextCall += chance.interval(rate: fleet.load)
        tally.began(call)
        begin(call)
    }

    private mutating func handle(_ event: StormEvent<Client.Pass>) {
        switch event {
        case .begin(let call): begin(call)
        case .succeed(let call, let pass): succeed(call, pass)
        case .fail(let call, let pass, let miss): fail(call, pass, miss)
        }
    }

    private mutating func begin(_ call: Call) {
        guard let pass = clients[Int(call.client)].admit(at: seconds) else { return }
        tally.sent(call, at: now)
        let limit = min(seconds + fleet.patience, Double(call.start) / 1000 + Client.patience)
        switch server.answer(at: seconds, chance: &chance) {
        case .served(let time) where time <= limit: schedule(.succeed(call, pass), at: time)
        case .served: schedule(.fail(call, pass, .timeout), at: limit)
        case .refused(let status, let retryAfter):
            schedule(.fail(call, pass, Miss(status: status, retryAfter: retryAfter)), at: seconds + 0.05)
        }
    }

    private mutating func succeed(_ call: Call, _ pass: Client.Pass) {
        tally.succeeded(call)
        clients[Int(call.client)].succeeded(call, pass, at: seconds, chance: &chance)
    }

    private mutating func fail(_ call: Call, _ pass: Client.Pass, _ miss: Miss) {
        let wait = clients[Int(call.client)].failed(call, pass, miss, at: seconds, chance: &chance)
        guard let wait, seconds + wait < Double(call.start) / 1000 + Client.patience else { return }
        var next = call
        next.attempt += 1
        schedule(.begin(next), at: seconds + wait)
    }

    private mutating func schedule(_ event: StormEvent<Client.Pass>, at time: Double) {
        wheel.add(event, at: Int((time * 1000).rounded(.up)), after: now)
    }
}

/// What can happen to a call.
enum StormEvent<Pass> {
    /// An attempt is due.
    case begin(Call)
    /// An attempt was answered with success.
    case succeed(Call, Pass)
    /// An attempt was answered with a failing status, or not in time.
    case fail(Call, Pass, Miss)
}

/// One call of one client, over all its attempts.
struct Call {
    let client: Int32
    /// The millisecond in which it began.
    let start: Int32
    /// The attempt that is under way or due, from 1.
    var attempt: Int32 = 1
}

/// Why an attempt failed.
struct Miss {
    /// The status; nil for no answer in time.
    let status: Int?
    /// The answer's `Retry-After`, in seconds.
    let retryAfter: Int?

    static let timeout = Miss(status: nil, retryAfter: nil)
}

/// Who asks: phones, each of which makes a call now and then.
struct Fleet {
    var clients = 100_000
    /// Calls per second of one client.
    var rate = 0.05
    /// What the server can do, as a multiple of what all clients ask.
    var headroom = 1.3
    /// How long an attempt waits for its answer, in seconds; the same for every policy. The server's queue is twice as long.
    var patience = 10.0
    var seed: UInt64 = 1

    /// Calls per second of all clients.
    var load: Double { Double(clients) * rate }
}

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
