import Testing

@testable import EndpointClient

@Suite struct ExchangeTimeoutsTests {
    @Test func `ends with the silence or with the deadline, whichever comes first`() {
        var patience = ExchangeTimeouts(deadline: .seconds(60), idle: .seconds(25))
        patience.start(at: .seconds(100))
        #expect(patience.expiry == .seconds(125))
        patience.sign(at: .seconds(120))
        #expect(patience.expiry == .seconds(145))
        patience.sign(at: .seconds(144))
        #expect(patience.expiry == .seconds(160))
    }

    @Test func `the deadline goes on over several exchanges`() {
        var patience = ExchangeTimeouts(deadline: .seconds(60), idle: nil)
        patience.start(at: .seconds(0))
        patience.start(at: .seconds(50))
        #expect(patience.expiry == .seconds(60))
    }

    @Test func `without limits it never ends`() {
        var patience = ExchangeTimeouts(deadline: nil, idle: nil)
        patience.start(at: .zero)
        #expect(patience.expiry == nil)
    }

    @Test func `says which limit it was`() {
        var patience = ExchangeTimeouts(deadline: .seconds(60), idle: .seconds(25))
        patience.start(at: .zero)
        #expect(
            patience.error(at: .seconds(25)).localizedDescription == "Nothing was sent or received for 25 s.")
        #expect(patience.error(at: .seconds(60)).localizedDescription.contains("deadline of 60 s"))
    }

    @Test(
        arguments: [
            (nil, 20, 20, "The attempt took longer than its limit of 20 s."),
            (60, 20, 20, "The attempt took longer than its limit of 20 s."),
            (10, 20, 10, "The call took longer than its deadline of 10 s."),
        ] as [(Int?, Int, Int, String)])
    func `an attempt has a limit of its own`(deadline: Int?, limit: Int, end: Int, sentence: String) {
        var patience = ExchangeTimeouts(deadline: deadline.map { .seconds($0) }, attemptLimit: .seconds(limit), idle: nil)
        patience.start(at: .zero)
        #expect(patience.expiry == .seconds(end))
        #expect(patience.error(at: .seconds(end)).localizedDescription == sentence)
    }
}
