import Testing

@testable import EndpointClient

@Suite struct ExchangeTimeoutsTests {
    @Test func `expires with the idle time or the deadline, whichever comes first`() {
        var timeouts = ExchangeTimeouts(deadline: .seconds(60), idle: .seconds(25))
        timeouts.start(at: .seconds(100))
        #expect(timeouts.expiry == .seconds(125))
        timeouts.recordActivity(at: .seconds(120))
        #expect(timeouts.expiry == .seconds(145))
        timeouts.recordActivity(at: .seconds(144))
        #expect(timeouts.expiry == .seconds(160))
    }

    @Test func `the deadline goes on over several exchanges`() {
        var timeouts = ExchangeTimeouts(deadline: .seconds(60), idle: nil)
        timeouts.start(at: .seconds(0))
        timeouts.start(at: .seconds(50))
        #expect(timeouts.expiry == .seconds(60))
    }

    @Test func `without limits it never expires`() {
        var timeouts = ExchangeTimeouts(deadline: nil, idle: nil)
        timeouts.start(at: .zero)
        #expect(timeouts.expiry == nil)
    }

    @Test func `the error names the limit`() {
        var timeouts = ExchangeTimeouts(deadline: .seconds(60), idle: .seconds(25))
        timeouts.start(at: .zero)
        #expect(
            timeouts.error(at: .seconds(25)).localizedDescription
                == "Nothing was sent or received for 25 s, the client's limit `idle`.")
        #expect(
            timeouts.error(at: .seconds(60)).localizedDescription
                == "The call took longer than 60 s, the client's limit `deadline`.")
    }

    @Test(
        arguments: [
            (nil, 20, 20, "The attempt took longer than its limit of 20 s."),
            (60, 20, 20, "The attempt took longer than its limit of 20 s."),
            (10, 20, 10, "The call took longer than 10 s, the client's limit `deadline`."),
        ] as [(Int?, Int, Int, String)])
    func `an attempt has a limit of its own`(deadline: Int?, limit: Int, end: Int, sentence: String) {
        var timeouts = ExchangeTimeouts(
            deadline: deadline.map { .seconds($0) }, attemptLimit: .seconds(limit), idle: nil)
        timeouts.start(at: .zero)
        #expect(timeouts.expiry == .seconds(end))
        #expect(timeouts.error(at: .seconds(end)).localizedDescription == sentence)
    }
}
