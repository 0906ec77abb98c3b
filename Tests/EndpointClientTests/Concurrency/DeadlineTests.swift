import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct DeadlineTests {
    private let clock = TestClock()

    @Test(
        arguments: [
            (.call, "The call took longer than its deadline of 20 s."),
            (.attempt, "The attempt took longer than its limit of 20 s."),
            (.exchanges, "The call took longer than 20 s, the client's limit `deadline`."),
            (.silence, "Nothing was sent or received for 20 s, the client's limit `idle`."),
        ] as [(Deadline.Subject, String)])
    func `the error names the limit`(subject: Deadline.Subject, sentence: String) {
        let error = Deadline(after: .seconds(20), of: subject, on: clock.time).error as? URLError
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == sentence)
    }

    @Test func `the deadline of a refresh has the error of the refresh`() {
        let deadline = Deadline(after: .seconds(20), of: .refresh, on: clock.time)
        #expect(deadline.error as? CredentialError == .refreshTimedOut)
    }

    @Test func `a time that does not count extends it`() {
        var deadline = Deadline(after: .seconds(20), of: .attempt, on: clock.time)
        clock.advance(by: .seconds(15))
        deadline.extend(by: .seconds(10))
        #expect(deadline.timeLeft == .seconds(15))
        #expect(deadline.end == .seconds(30))
    }

    @Test func `the whole limit can begin again`() {
        var deadline = Deadline(after: .seconds(20), of: .silence, on: clock.time)
        deadline.restart(at: .seconds(15))
        #expect(deadline.end == .seconds(35))
    }

    @Test func `of two on different time sources the one with less time left is earlier`() {
        let other = TestClock()
        other.advance(by: .seconds(100))
        let late = Deadline(after: .seconds(20), of: .call, on: clock.time)
        let early = Deadline(after: .seconds(10), of: .call, on: other.time)
        #expect(late.earlier(early).timeLeft == .seconds(10))
        #expect(early.earlier(late).timeLeft == .seconds(10))
        #expect(early.converted(to: clock.time).end == .seconds(10))
    }

    @Test func `one without alarms of its own uses those of another time source`() async throws {
        let rung = Tally()
        let deadline = Deadline(after: .seconds(20)) { .seconds(5) }
        let cancel = deadline.onExpiry(orOn: clock.time) { rung.add() }
        defer { cancel() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        try await rung.reached(1)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 18, .zero - .seconds(Int64.max)])
    func `no limit is too long or too short`(limit: Duration) {
        clock.advance(by: .seconds(Int64.max))
        var deadline = Deadline(after: limit, of: .call, on: clock.time)
        #expect((deadline.timeLeft > .zero) == (limit > .zero))
        deadline.restart(at: clock.time.now())
        #expect((deadline.timeLeft > .zero) == (limit > .zero))
    }
}
