import EndpointClient
import Foundation

/// Simulates a scenario with the same policy in every client, event by event on a virtual clock.
struct Storm<Client: StormClient> {
    private let fleet: Fleet
    private let scenario: Scenario
    private var clients: [Client]
    private var server: Server
    private var random: SplitMix64
    private var events = TimingWheel<StormEvent<Client.Permit>>()
    private var nextCall = 0.0
    private var now = 0
    private var tally: Tally

    init(_ client: Client, fleet: Fleet, scenario: Scenario) {
        self.fleet = fleet
        self.scenario = scenario
        clients = Array(repeating: client, count: fleet.clients)
        server = Server(
            scenario.fault, during: scenario.outage, capacity: fleet.load * fleet.headroom,
            queue: 2 * fleet.attemptTimeout)
        random = SplitMix64(seed: fleet.seed)
        tally = Tally(scenario)
        guard !fleet.isNew else { return }
        for client in clients.indices { clients[client].wasAnswered(at: -random.interval(rate: fleet.rate)) }
    }

    /// Runs the simulation. Clients keep calling for a minute after the end, so that the last counted calls meet the
    /// usual load.
    mutating func run() -> Tally {
        while now < Int((scenario.end + 60) * 1000) {
            while let event = events.take(at: now) { handle(event) }
            while nextCall * 1000 < Double(now + 1) { makeCall() }
            now += 1
        }
        return tally
    }

    private var seconds: Double { Double(now) / 1000 }

    private mutating func makeCall() {
        let call = Call(client: Int32(random.index(below: fleet.clients)), start: Int32(now))
        nextCall += random.interval(rate: fleet.load)
        tally.began(call)
        begin(call)
    }

    private mutating func handle(_ event: StormEvent<Client.Permit>) {
        switch event {
        case .begin(let call): begin(call)
        case .send(let call): send(call)
        case .succeed(let call, let permit): succeed(call, permit)
        case .fail(let call, let permit, let failure): fail(call, permit, failure)
        }
    }

    private mutating func begin(_ call: Call) {
        let delay = clients[Int(call.client)].delay(at: seconds)
        guard delay > 0 else { return send(call) }
        guard seconds + delay < Double(call.start) / 1000 + Client.callTimeout else { return }
        schedule(.send(call), at: seconds + delay)
    }

    private mutating func send(_ call: Call) {
        guard let permit = clients[Int(call.client)].admit(at: seconds) else { return }
        tally.sent(call, at: now)
        let limit = min(seconds + fleet.attemptTimeout, Double(call.start) / 1000 + Client.callTimeout)
        switch server.answer(at: seconds, random: &random) {
        case .served(let time) where time <= limit: schedule(.succeed(call, permit), at: time)
        case .lost(let time) where time <= limit: schedule(.fail(call, permit, .lost), at: time)
        case .served, .lost: schedule(.fail(call, permit, .timeout), at: limit)
        case .refused(let status, let retryAfter):
            schedule(
                .fail(call, permit, AttemptFailure(failure: .status(status), retryAfter: retryAfter)),
                at: seconds + 0.05)
        }
    }

    private mutating func succeed(_ call: Call, _ permit: Client.Permit) {
        tally.succeeded(call)
        clients[Int(call.client)].succeeded(call, permit, at: seconds, random: &random)
    }

    private mutating func fail(_ call: Call, _ permit: Client.Permit, _ failure: AttemptFailure) {
        var next = call
        let wait = clients[Int(call.client)].failed(&next, permit, failure, at: seconds, random: &random)
        guard let wait, seconds + wait < Double(call.start) / 1000 + Client.callTimeout else { return }
        next.attempt += 1
        schedule(.begin(next), at: seconds + wait)
    }

    private mutating func schedule(_ event: StormEvent<Client.Permit>, at time: Double) {
        events.add(event, at: Int(clamping: Int64((time * 1000).rounded(.up))), after: now)
    }
}

/// The events of a call.
enum StormEvent<Permit> {
    /// An attempt is due.
    case begin(Call)
    /// An attempt that was due is sent, after a delay.
    case send(Call)
    /// An attempt succeeded.
    case succeed(Call, Permit)
    /// An attempt got a failing status or timed out.
    case fail(Call, Permit, AttemptFailure)
}

/// One call of one client, over all its attempts.
struct Call {
    let client: Int32
    /// The millisecond in which it began.
    let start: Int32
    /// The number of the current attempt, from 1.
    var attempt: Int32 = 1
    /// What its last attempt has cost our budget.
    var charge = RetryBudget.Charge.none
}

/// Why an attempt failed.
struct AttemptFailure {
    let failure: RetryFailure
    /// The answer's `Retry-After`, in seconds.
    var retryAfter: Int?

    static let timeout = AttemptFailure(failure: .transport(.timedOut))
    static let lost = AttemptFailure(failure: .transport(.networkConnectionLost))
}

extension SplitMix64 {
    /// A uniform draw from 0..<bound.
    mutating func index(below bound: Int) -> Int {
        Int(fraction() * Double(bound))
    }

    /// The time to the next of many independent events, in seconds.
    mutating func interval(rate: Double) -> Double {
        -log(1 - fraction()) / rate
    }
}
